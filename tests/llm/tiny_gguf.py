"""A tiny Llama with random weights, as a GGUF file: a real model for a real server, whose words are noise.

Its vocabulary is byte-level BPE learned from the project's own pages, so that a prompt takes about as many tokens as
with a real model. Everything is drawn from a fixed seed: the same pages give the same file, byte for byte.
By hand: `python -m tests.llm.tiny_gguf OUT.gguf`.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import gguf
import numpy as np

PAGES = Path(__file__).parents[2] / "docs" / "rules"
PIECES = re.compile(r" ?[^\W\d_]+| ?\d+| ?[^\s\w]+|\s+")  # as the tokenizer of GPT-2 cuts a text before it merges
MERGES = 600
WIDTH, LAYERS, HEADS, SHARED, INNER = 32, 1, 1, 1, 64  # of the net; SHARED: heads for keys and values
CONTEXT = 32_768
SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
QUOTE = 1.2  # makes an answer of about a line
BLANKS = "\u0120\u010a\u0109\u010d"  # how a space, a new line, a tab and a return are spelt
TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def letters() -> dict[int, str]:
    """The printable letter that stands for each byte in the vocabulary, as GPT-2 has it."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    rest = [byte for byte in range(256) if byte not in plain]
    return {byte: chr(byte) for byte in plain} | {byte: chr(256 + place) for place, byte in enumerate(rest)}


def learned(text: str, count: int) -> list[tuple[str, str]]:
    """The pairs that byte-pair encoding merges first, in order; of equally common ones the first by letters."""
    spelt = letters()
    counts = Counter(PIECES.findall(re.sub(r"[|\s-]+", " ", text)))
    words = [([spelt[byte] for byte in piece.encode()], number) for piece, number in counts.items()]
    pairs: Counter[tuple[str, str]] = Counter()
    for word, number in words:
        _add(pairs, word, number)
    merges = []
    for _ in range(count):
        best = min(pairs, key=lambda pair: (-pairs[pair], pair))
        merges.append(best)
        for word, number in words:
            if best in pairwise(word):
                _add(pairs, word, -number)
                _merge(word, best)
                _add(pairs, word, number)
    return merges


def _add(pairs: Counter[tuple[str, str]], word: list[str], number: int) -> None:
    for pair in pairwise(word):
        pairs[pair] += number


def _merge(word: list[str], pair: tuple[str, str]) -> None:
    place = 0
    while place < len(word) - 1:
        if (word[place], word[place + 1]) == pair:
            word[place : place + 2] = ["".join(pair)]
        place += 1


def tensors(tokens: list[str]) -> Iterator[tuple[str, np.ndarray]]:
    """All weights by name: noise, but for one direction that is the same everywhere and says what is likely."""
    rng = np.random.default_rng(0)

    def noise(*shape: int) -> np.ndarray:
        return (rng.standard_normal(shape) * 0.08).astype(np.float32)

    ones, shared = np.ones(WIDTH, np.float32), WIDTH * SHARED // HEADS
    embed, output = noise(len(tokens), WIDTH), noise(len(tokens), WIDTH)
    embed[:, 0] = 1.0
    output[:, 0] = [leaning(token) for token in tokens]
    yield from {"token_embd": embed, "output": output, "output_norm": ones}.items()
    for layer in range(LAYERS):
        for name, shape in {
            "attn_q": (WIDTH, WIDTH), "attn_k": (shared, WIDTH), "attn_v": (shared, WIDTH),
            "attn_output": (WIDTH, WIDTH), "ffn_gate": (INNER, WIDTH), "ffn_up": (INNER, WIDTH),
            "ffn_down": (WIDTH, INNER),
        }.items():  # fmt: skip
            yield f"blk.{layer}.{name}", noise(*shape)
        yield f"blk.{layer}.attn_norm", ones
        yield f"blk.{layer}.ffn_norm", ones


def leaning(token: str) -> float:
    """How much likelier than others a token is: long words, and a quote that ends the sentence; never a bare blank."""
    if token in SPECIAL or token.strip(BLANKS) == "" or not token.strip(BLANKS).isascii():
        return -2.0
    return QUOTE if token.startswith('"') else 0.1 * len(token)


def write(path: Path) -> Path:
    """Write the model."""
    text = " ".join(page.read_text(encoding="utf-8") for page in sorted(PAGES.glob("*.md")))
    merges = learned(text, MERGES)
    tokens = [*SPECIAL, *letters().values(), *("".join(pair) for pair in merges)]
    writer = gguf.GGUFWriter(path, "llama")
    _describe(writer, len(tokens))
    _spell(writer, tokens, merges)
    for name, weights in tensors(tokens):
        writer.add_tensor(f"{name}.weight", weights)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def _describe(writer: gguf.GGUFWriter, tokens: int) -> None:
    """The shape of the net."""
    writer.add_name("tiny")
    writer.add_vocab_size(tokens)
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(SHARED)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_rope_freq_base(10_000.0)
    writer.add_file_type(gguf.LlamaFileType.ALL_F32)


def _spell(writer: gguf.GGUFWriter, tokens: list[str], merges: list[tuple[str, str]]) -> None:
    """The vocabulary, and how a chat is laid out in it."""
    kinds = [gguf.TokenType.CONTROL] * len(SPECIAL) + [gguf.TokenType.NORMAL] * (len(tokens) - len(SPECIAL))
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(tokens)
    writer.add_token_types(kinds)
    writer.add_token_merges([" ".join(pair) for pair in merges])
    writer.add_pad_token_id(0)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_add_bos_token(False)
    writer.add_chat_template(TEMPLATE)


if __name__ == "__main__":
    print(write(Path(sys.argv[1])))
