"""Streams an answer with a tool call, with nothing but Python's standard library."""

import json
import os
import urllib.request

BASE_URL = os.environ["BASE_URL"]  # such as http://127.0.0.1:8080/v1
TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "order_status",
            "description": "Looks up an order.",
            "parameters": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]},
        },
    }
]


def ask(messages):
    """Yields the chunks of a streamed answer."""
    body = {"model": "gpt-4o", "messages": messages, "tools": TOOLS, "stream": True}
    request = urllib.request.Request(
        BASE_URL + "/chat/completions",
        data=json.dumps(body).encode(),
        headers={"content-type": "application/json", "authorization": "Bearer any"},
    )
    with urllib.request.urlopen(request) as response:
        for line in response:
            data = line.decode().strip().removeprefix("data:").strip()
            if data and data != "[DONE]":
                yield json.loads(data)


def answer(messages):
    """The assistant's message, put together from its deltas."""
    text, calls = "", {}
    for chunk in ask(messages):
        for choice in chunk["choices"]:
            delta = choice["delta"]
            text += delta.get("content") or ""
            for part in delta.get("tool_calls", []):
                call = calls.setdefault(part["index"], {"id": "", "name": "", "arguments": ""})
                call["id"] = part.get("id") or call["id"]
                call["name"] += part["function"].get("name") or ""
                call["arguments"] += part["function"].get("arguments") or ""
    functions = [
        {"id": call["id"], "type": "function", "function": {"name": call["name"], "arguments": call["arguments"]}}
        for call in calls.values()
    ]
    return {"role": "assistant", "content": text or None, **({"tool_calls": functions} if functions else {})}


conversation = [{"role": "user", "content": "Where is A-1042?"}]
while True:
    message = answer(conversation)
    conversation.append(message)
    if "tool_calls" not in message:
        break
    for call in message["tool_calls"]:
        order = json.loads(call["function"]["arguments"])
        print("looks up", order["id"])
        status = {"id": order["id"], "status": "shipped"}
        conversation.append({"role": "tool", "tool_call_id": call["id"], "content": json.dumps(status)})
print(message["content"])
