"""The assistant against `touchstone serve`, which says what each test tells it to."""

import json
import os
import signal
import subprocess
import tempfile
import unittest

from assistant import Assistant, Unavailable

ORDER = {"id": "A-1042", "status": "shipped"}
FINDS_ORDER = {"toolCalls": [{"id": "call_1", "name": "find_order", "input": {"id": "A-1042"}}]}


class AssistantTest(unittest.TestCase):
    def serve(self, *replies):
        """Starts a provider that gives these replies, one a turn, and returns an assistant that asks it."""
        script = tempfile.NamedTemporaryFile("w", suffix=".json")
        self.addCleanup(script.close)
        json.dump(replies, script)
        script.flush()
        # With --no, npx takes what is installed, and nothing from a registry.
        command = ["npx", "--no", "--", "touchstone", "serve", "--protocol", "openai"]
        command += ["--script", script.name, "--port", "0"]
        # npx stands between: a session of their own lets both be ended as one.
        self.server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
        self.addCleanup(self.stop)
        address = self.server.stdout.readline().split()[-1]
        self.found = []
        return Assistant(address, self.find_order)

    def stop(self):
        os.killpg(self.server.pid, signal.SIGTERM)
        self.server.communicate()

    def find_order(self, id):
        self.found.append(id)
        return ORDER

    def test_an_answer_comes_in_pieces(self):
        pieces = list(self.serve("It has shipped, and should be with you on Friday.").ask("Where is A-1042?"))
        self.assertGreater(len(pieces), 1)
        self.assertEqual("".join(pieces), "It has shipped, and should be with you on Friday.")

    def test_an_order_is_looked_up_and_told_to_the_model(self):
        pieces = self.serve(FINDS_ORDER, "It has shipped.").ask("Where is A-1042?")
        self.assertEqual("".join(pieces), "It has shipped.")
        self.assertEqual(self.found, ["A-1042"])
        # The server prints a line for each request.
        self.assertIn('"Where is A-1042?"', self.server.stdout.readline())
        self.assertIn("1 tool result", self.server.stdout.readline())

    def test_a_provider_that_is_busy_says_when_to_come_back(self):
        assistant = self.serve({"error": {"code": "LLM_RATE_LIMITED", "retryAfterMs": 2000}})
        with self.assertRaisesRegex(Unavailable, "429") as caught:
            list(assistant.ask("Where is A-1042?"))
        self.assertEqual(caught.exception.retry_after, 2)

    def test_half_an_answer_is_not_taken_for_a_whole_one(self):
        pieces = self.serve({"text": "It has shipped, and", "cut": True}).ask("Where is A-1042?")
        heard = []
        with self.assertRaises(Unavailable):
            for piece in pieces:
                heard.append(piece)
        self.assertEqual("".join(heard), "It has shipped, and")


if __name__ == "__main__":
    unittest.main()
