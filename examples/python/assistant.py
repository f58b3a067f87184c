"""An assistant that streams its answers and looks orders up, with nothing but Python's standard library."""

import http.client
import json
import urllib.error
import urllib.request

FIND_ORDER = {
    "type": "function",
    "function": {
        "name": "find_order",
        "description": "Looks an order up by its id.",
        "parameters": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]},
    },
}


class Unavailable(Exception):
    """The provider refused, or broke off; `retry_after` is in seconds where it said when to come back."""

    def __init__(self, message, retry_after=None):
        super().__init__(message)
        self.retry_after = retry_after


def wait_of(headers):
    """The seconds to wait, where the provider told them; OpenAI tells milliseconds too, which are exacter."""
    if "retry-after-ms" in headers:
        return float(headers["retry-after-ms"]) / 1000
    seconds = headers.get("retry-after", "")
    return float(seconds) if seconds.isdigit() else None


class Assistant:
    def __init__(self, base_url, find_order, model="gpt-4o", key="any"):
        self.url = base_url + "/chat/completions"
        self.headers = {"content-type": "application/json", "authorization": "Bearer " + key}
        self.model = model
        self.find_order = find_order

    def ask(self, question):
        """Yields the pieces of the answer, each as soon as it is there."""
        messages = [{"role": "user", "content": question}]
        while True:
            message = yield from self._turn(messages)
            messages.append(message)
            if "tool_calls" not in message:
                return
            for call in message["tool_calls"]:
                order = self.find_order(**json.loads(call["function"]["arguments"]))
                messages.append({"role": "tool", "tool_call_id": call["id"], "content": json.dumps(order)})

    def _turn(self, messages):
        """Yields the text of one turn, and returns its message, put together from the deltas."""
        text, calls = "", {}
        for delta in self._deltas(messages):
            if delta.get("content"):
                text += delta["content"]
                yield delta["content"]
            for part in delta.get("tool_calls") or []:
                empty = {"id": "", "type": "function", "function": {"name": "", "arguments": ""}}
                call = calls.setdefault(part["index"], empty)
                call["id"] = part.get("id") or call["id"]
                for field in ("name", "arguments"):
                    call["function"][field] += part["function"].get(field) or ""
        message = {"role": "assistant", "content": text or None}
        return {**message, "tool_calls": list(calls.values())} if calls else message

    def _deltas(self, messages):
        body = {"model": self.model, "messages": messages, "tools": [FIND_ORDER], "stream": True}
        request = urllib.request.Request(self.url, json.dumps(body).encode(), self.headers)
        try:
            with urllib.request.urlopen(request, timeout=120) as response:
                for line in response:
                    data = line.decode().strip().removeprefix("data:").strip()
                    if data == "[DONE]":
                        return
                    if data:
                        for choice in json.loads(data)["choices"]:
                            yield choice["delta"]
        except urllib.error.HTTPError as error:
            with error:
                raise Unavailable(f"the provider answered {error.code}", wait_of(error.headers)) from error
        except (OSError, http.client.HTTPException) as error:
            raise Unavailable("the connection failed") from error
        # An answer that does not say that it is done was cut, however quietly.
        raise Unavailable("the answer broke off")
