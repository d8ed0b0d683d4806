"""Independent PPO in plain torch: learners in some seats of many games, the others at random or as scripted players.

    pip install 'duskfall[rl]' torch
    python examples/rl/ppo.py --rules ai-mafia-classic --seats 7 --control 4 --svg curve.svg
    python examples/rl/ppo.py --rules ai-mafia-classic --seats 7 --players scripted --games 32

Among uniform players the games are simulated; among bots the kernel plays them, and seat 1 learns.
Every controlled seat learns for itself and all share one network, which sees which seat and role it has. Only decisions
of seats that were asked count; a game is one episode, and its reward comes at its end. What is learned is then tried in
seat 1 among scripted players, who play with sense (`--judge 0` leaves that out).
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

try:
    import torch
    from torch import nn
except ImportError as error:
    raise SystemExit(f"{error}: this example needs torch (pip install torch)") from None

from duskfall.envs import SeatEnv, VectorSeats

CLIP, EPOCHS, MINIBATCHES, GAE, ENTROPY, VALUE, STEPS = 0.2, 3, 4, 0.95, 0.01, 0.5, 64


class AmongBots:
    """Seat 1 of many games among bots, over the kernel, as the vector environment gives it."""

    def __init__(self, rules: str, games: int, seats: int, players: str) -> None:
        self.envs = [SeatEnv(rules, seats, players=players) for _ in range(games)]
        self.of = self.envs[0].of

    def reset(self, seed: int) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
        """All games anew."""
        return self._given([env.reset(seed=seed + at)[0] for at, env in enumerate(self.envs)])

    def step(self, actions: np.ndarray) -> tuple[dict, np.ndarray, np.ndarray, None, dict]:
        """An action for each; a game that ends begins anew."""
        found = [env.step(int(action)) for env, action in zip(self.envs, actions[:, 0], strict=True)]
        rewards, over = np.array([[each[1]] for each in found], np.float32), np.array([each[2] for each in found])
        seen = [env.reset()[0] if each[2] else each[0] for env, each in zip(self.envs, found, strict=True)]
        given, infos = self._given(seen)
        return given, rewards, over, None, infos

    def _given(self, seen: list[dict[str, np.ndarray]]) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
        asked = np.array([[env.ask is not None] for env in self.envs])
        return {name: np.stack([each[name] for each in seen])[:, None] for name in seen[0]}, {"asked": asked}


class Network(nn.Module):
    """Two layers for both: what to do, and how the game will end."""

    def __init__(self, size: int, actions: int, width: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(size, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh())
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.normal_(self.policy.weight, std=0.01)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        """How likely each allowed action is, and the value."""
        found = self.body(seen.float().clamp(max=4))  # counts beyond a few say little more
        allowed = self.policy(found).masked_fill(mask == 0, -1e9)
        return torch.distributions.Categorical(logits=allowed), self.value(found).squeeze(-1)


def play(env: VectorSeats | AmongBots, network: Network, seen: dict, infos: dict) -> tuple[dict, dict, dict, list]:
    """So many steps of all games: what was seen and done, with its advantage; what comes next; rewards of games."""
    kept: dict[str, list[torch.Tensor]] = {name: [] for name in ("seen", "mask", "action", "log", "value")}
    rewards, ends, asks, games = [], [], [torch.tensor(infos["asked"])], []
    for _ in range(STEPS):
        now, mask = torch.from_dlpack(seen["observation"]).clone(), torch.from_dlpack(seen["action_mask"]).clone()
        with torch.no_grad():
            choice, value = network(now, mask)
        action = choice.sample()
        for name, each in zip(kept, (now, mask, action, choice.log_prob(action), value), strict=True):
            kept[name].append(each)
        seen, reward, over, _, infos = env.step(action.numpy())
        rewards.append(torch.tensor(reward))
        ends.append(torch.tensor(over)[:, None].expand(-1, reward.shape[1]))
        asks.append(torch.tensor(infos["asked"]))
        games += reward[over].mean(1).tolist()
    with torch.no_grad():
        _, last = network(torch.from_dlpack(seen["observation"]), torch.from_dlpack(seen["action_mask"]))
    found = {name: torch.stack(each) for name, each in kept.items()}
    found["advantage"] = advantages(torch.stack(rewards), torch.stack(ends), torch.stack(asks), found["value"], last)
    return {name: each[torch.stack(asks[:-1])] for name, each in found.items()}, seen, infos, games


def advantages(
    rewards: torch.Tensor, ends: torch.Tensor, asks: torch.Tensor, values: torch.Tensor, last: torch.Tensor
) -> torch.Tensor:
    """Generalised advantages from one question of a seat to its next; steps in which it is not asked are no steps."""
    found, later, after, coming = torch.zeros_like(values), torch.zeros_like(last), last, torch.zeros_like(last)
    for step in reversed(range(len(values))):
        going = (~ends[step]).float()
        later, after, coming = later * going, after * going, coming * going + rewards[step]
        own = coming + after - values[step] + GAE * later
        asked = asks[step]
        found[step] = own
        later, after = torch.where(asked, own, later), torch.where(asked, values[step], after)
        coming = torch.where(asked, torch.zeros_like(coming), coming)
    return found


def learn(network: Network, optimizer: torch.optim.Optimizer, batch: dict[str, torch.Tensor]) -> None:
    """PPO's step on what was played."""
    wanted = batch["advantage"] + batch["value"]
    better = (batch["advantage"] - batch["advantage"].mean()) / (batch["advantage"].std() + 1e-8)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(better)).chunk(MINIBATCHES):
            choice, value = network(batch["seen"][part], batch["mask"][part])
            ratio = (choice.log_prob(batch["action"][part]) - batch["log"][part]).exp()
            gain = torch.min(ratio * better[part], ratio.clamp(1 - CLIP, 1 + CLIP) * better[part]).mean()
            loss = VALUE * (value - wanted[part]).square().mean() - gain - ENTROPY * choice.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def judge(network: Network | None, rules: str, seats: int, players: str, games: int) -> tuple[float, float]:
    """The mean reward of a seat among bots, and its standard error; without a network it plays at random."""
    env, random, got = SeatEnv(rules, seats, players=players), np.random.default_rng(0), []
    for game in range(games):
        seen, _ = env.reset(seed=game)
        over = False
        while not over:
            mask = seen["action_mask"]
            if network is None:
                action = int(random.choice(np.flatnonzero(mask)))
            else:
                with torch.no_grad():
                    choice, _ = network(torch.from_numpy(seen["observation"]), torch.tensor(mask))
                action = int(choice.sample())
            seen, reward, over, _, _ = env.step(action)
        got.append(reward)
    return float(np.mean(got)), float(np.std(got) / games**0.5)


def picture(curve: list[float], about: str) -> str:
    """The mean reward of each update as SVG."""
    low, high = min(curve), max(curve)
    points = " ".join(
        f"{50 + 540 * at / max(1, len(curve) - 1):.1f},{190 - 160 * (each - low) / ((high - low) or 1):.1f}"
        for at, each in enumerate(curve)
    )
    label = '<text x="{}" y="{}" font-family="sans-serif" font-size="12" fill="#444">{}</text>'.format
    texts = [label(50, 20, about), label(8, 34, f"{high:+.2f}"), label(8, 194, f"{low:+.2f}"), label(50, 212, "0")]
    texts.append(label(530, 212, f"{len(curve)} updates"))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 220" role="img">\n'
        '<rect width="600" height="220" fill="#fff"/>\n'
        f'<path d="M50 30V190H590" fill="none" stroke="#999"/>\n<polyline points="{points}" fill="none" '
        f'stroke="#1668a8" stroke-width="1.5"/>\n' + "\n".join(texts) + "\n</svg>\n"
    )


def main() -> None:
    """Learn, say how it goes, and how it does among bots."""
    parser = argparse.ArgumentParser(description="independent PPO")
    parser.add_argument("--rules", default="ai-mafia-classic")
    parser.add_argument("--seats", type=int, default=7)
    parser.add_argument("--control", type=int, default=1, help="how many seats learn, from the first on")
    parser.add_argument("--players", default="uniform", help="who the others are: uniform, or bots such as scripted")
    parser.add_argument("--games", type=int, default=128, help="at once")
    parser.add_argument("--updates", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--judge", type=int, default=2000, help="games among scripted players in the end")
    parser.add_argument("--svg", type=Path)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    env: VectorSeats | AmongBots = (
        VectorSeats(options.rules, options.games, options.seats, controlled=range(1, options.control + 1))
        if options.players == "uniform"
        else AmongBots(options.rules, options.games, options.seats, options.players)
    )
    network = Network(env.of.layout.size, env.of.actions.count)
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3, eps=1e-5)
    (seen, infos), curve, began = env.reset(seed=options.seed), [], time.perf_counter()
    for update in range(1, options.updates + 1):
        batch, seen, infos, games = play(env, network, seen, infos)
        learn(network, optimizer, batch)
        curve.append(float(np.mean(games)))
        if update % 20 == 0 or update == 1:
            print(
                f"update {update}: reward {np.mean(curve[-20:]):+.3f}, {time.perf_counter() - began:.0f} s", flush=True
            )
    if options.judge:
        for name, player in (("at random", None), ("as learned", network)):
            mean, error = judge(player, options.rules, options.seats, "scripted", options.judge)
            print(f"seat 1 among scripted players, {name}: reward {mean:+.3f} ± {error:.3f}")
    if options.svg:
        smooth = [float(np.mean(curve[max(0, at - 9) : at + 1])) for at in range(len(curve))]
        options.svg.write_text(picture(smooth, f"mean reward a game, {options.rules}, {options.seats} seats"))


if __name__ == "__main__":
    main()
