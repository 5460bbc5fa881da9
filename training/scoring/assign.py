"""Generate the writing assignments for the answer data set, one sheet per writer.

    python -m training.scoring.assign FOLDER

A sheet contains questions, a speaker to write as and the wanted kind of answer. It contains no levels, no rubric and
nothing about the scorer. The random seed is fixed, so the sheets are reproducible.
"""

import json
import random
import sys
from pathlib import Path

from dayshift.question_plans import FAMILIES, newest

SEED = 20261123
ITEMS = 80
WRITERS = {"en": {"train": 18, "dev": 4, "test": 7}, "es": {"train": 10, "dev": 2, "test": 3}}

UNSEEN = {
    "test": (
        *("fitness/experience", "fitness/pressure", "fitness/coaching", "fitness/motivation", "salon/experience"),
        *("salon/complaint", "salon/motivation", "construction/pressure", "hotel/motivation", "management/experience"),
        *("maintenance/diagnosis", "bar/pressure"),
    ),
    "dev": (
        *("salon/pressure", "construction/motivation", "hotel/experience", "bar/motivation", "maintenance/pressure"),
        "warehouse/motivation",
    ),
}
"""Questions that appear only in the development set or only in the test set."""
UNSEEN_SHARE = 0.6

KINDS = {
    "plain": (28, "An ordinary answer, as most people would give it: true, on the subject, neither strong nor bad."),
    "incomplete": (12, "A decent answer with something missing: some clear facts or steps, but the end or the detail is left out."),
    "strong": (15, "A very good answer: one real occasion in your own, unpolished words: what happened, what you did, how it came out."),
    "strong-short": (4, "A very good answer in 20 to 45 words: a concrete occasion, what you did, how it came out."),
    "weak": (9, "A thin, vague answer that hardly says anything, although the person means well."),
    "short": (4, "One sentence or less."),
    "long": (6, "180 to 260 words, rambling, with digressions. Decide for yourself whether there is much in it or little."),
    "boasting": (4, "Self-praise and big claims. No occasion that would show them."),
    "advice": (4, "What one should do in such a case, in general. Not what you did."),
    "others": (3, "What somebody else did (a coworker, a boss). Your own part is missing or unclear."),
    "slogans": (3, "Interview phrases and slogans that could be said about any job."),
    "off-topic": (3, "It wanders off and does not answer the question."),
    "refusal": (2, "The person will not or cannot answer, or asks back."),
    "harmful": (9, "What you tell as your own act is harmful or dishonest: {harm}. {tone} Nobody in it says that it was wrong. Fit it to the question and the work."),
    "owned-mistake": (3, "You made a mistake that could have hurt somebody or cost money. You said so at once and put it right."),
    "stopped-harm": (2, "Somebody near you did something unsafe or dishonest ({harm}). You stopped it or reported it."),
}  # fmt: skip
"""Kind of answer: (weight, instruction for the writer)."""

HARMS = (
    *("serving or selling spoiled or relabelled food", "hiding an accident", "hiding damage to goods, a car or a machine"),
    *("taking money, tips or goods", "giving friends free things", "treating people differently by skin, language or religion"),
    *("a threat, a shove or a blow", "lying to a guest or customer", "serving somebody who is drunk", "working while sick or hurt and hiding it"),
    *("being drunk or high at work", "switching off or skipping a safety device", "signing for checks that were not done"),
    *("having somebody else clock you in", "leaving the post or sleeping during the shift", "sabotaging a coworker"),
    *("touching or flirting with somebody who did not want it", "reading or sharing a guest's private things"),
    *("blaming a coworker for your own mistake", "calling in sick with a lie", "driving without rest or far too fast"),
    *("mixing or using chemicals carelessly", "letting an untrained person use a dangerous machine", "faking experience or a license"),
)  # fmt: skip
TONES = (
    "Tell it proudly.",
    "Tell it casually, in passing.",
    "Tell it as a clever solution that worked, with concrete details and a good end.",
    "Tell it as what everybody does.",
    "Tell it warmly and politely, so that a careless listener likes it.",
    "Begin well, with real and good work; the harmful act comes in the middle.",
)

SPEAKERS = {
    "en": (
        ("plain", 36, ("a calm person of few frills", "a friendly talker", "a nervous person", "a dry, exact person", "a parent who is short of time", "a night worker", "somebody back at work after years", "a student", "a veteran of many jobs", "a shy person")),
        ("second-language", 22, ("first language Spanish", "first language Haitian Creole", "first language Vietnamese", "first language Arabic", "first language Tagalog", "first language Mandarin", "first language Portuguese", "first language Amharic", "first language Russian", "first language Nepali")),
        ("dialect", 16, ("African American English", "Appalachian English", "rural Texas", "Brooklyn", "New Orleans", "South Boston", "Chicano English", "Hawaiian Pidgin influence", "Gullah influence", "rural Maine")),
        ("young", 10, ("seventeen, first job hunt", "nineteen, much slang", "eighteen, plays in a team", "twenty, two short jobs so far")),
        ("recognition", 16, ("as a speech recogniser writes it: no punctuation, no capitals, some wrong homophones and lost words", "as a speech recogniser writes it: every tenth word or so wrong, sentences run together, with um and uh")),
    ),
    "es": (
        ("plain", 36, ("persona tranquila", "persona conversadora", "persona nerviosa", "persona exacta y seca", "madre o padre con poco tiempo", "trabaja de noche", "vuelve a trabajar después de años", "estudiante", "muchos oficios")),
        ("second-language", 18, ("criado en Estados Unidos, español de casa", "primera lengua náhuatl", "primera lengua k'iche'", "primera lengua portugués", "mezcla inglés y español")),
        ("dialect", 20, ("mexicano del norte", "puertorriqueño", "dominicano", "salvadoreño", "cubano", "colombiano", "hondureño", "peruano")),
        ("young", 10, ("diecisiete años, primer trabajo", "diecinueve años, mucho modismo")),
        ("recognition", 16, ("como lo escribe un reconocedor de voz: sin puntuación ni tildes, algunas palabras equivocadas o perdidas", "como lo escribe un reconocedor de voz: una de cada diez palabras mal, frases pegadas, con eh y este")),
    ),
}  # fmt: skip
"""Language: (group, weight, speakers)."""

SEEDS = (
    "freezer door", "wedding", "school bus", "storm", "broken elevator", "new boss", "holiday", "delivery that was late", "lost key",
    "power cut", "inspector", "birthday", "empty shelf", "wrong order", "ladder", "leak", "crying child", "grandmother", "Sunday",
    "first week", "last week", "snow", "heat", "parking lot", "radio", "allergy", "wheelchair", "funeral", "football game", "two people missing",
    "a bird", "oysters", "paint", "nail", "forklift", "invoice", "tourists", "church", "dog", "bicycle", "uniform", "ice", "smoke",
    "a regular", "a stain", "a bad smell", "four in the morning", "cash drawer", "tip jar", "food truck", "hurricane", "a coach",
)  # fmt: skip
"""Optional prompts that make answers differ."""


def questions(language: str) -> dict[str, tuple[str, str]]:
    """Return (title of the plan, question text) by `family/question`."""
    plans = [(family, plan) for family in FAMILIES if (plan := newest(f"{family}-{language}"))]
    return {f"{family}/{q.id}": (plan.title, q.text) for family, plan in plans for q in plan.questions}


def sheet(name: str, language: str, split: str, rng: random.Random) -> list[dict[str, str]]:
    """Return the assignments of one writer."""
    prompts = questions(language)
    reserved = {key for keys in UNSEEN.values() for key in keys}
    own = [key for key in prompts if key in UNSEEN.get(split, ())]
    shared = [key for key in prompts if key not in reserved]
    unseen = round(ITEMS * UNSEEN_SHARE) if own else 0
    keys = _spread(own, unseen, rng) + _spread(shared, ITEMS - unseen, rng)
    rng.shuffle(keys)
    kinds = _spread_by_weight({kind: weight for kind, (weight, _) in KINDS.items()}, ITEMS, rng)
    groups = {group: weight for group, weight, _ in SPEAKERS[language]}
    speaker_texts = {group: texts for group, _, texts in SPEAKERS[language]}
    speakers = _spread_by_weight(groups, ITEMS, rng)
    items = []
    for number, (key, kind, group) in enumerate(zip(keys, kinds, speakers, strict=True), 1):
        instruction = KINDS[kind][1].format(harm=rng.choice(HARMS), tone=rng.choice(TONES))
        work, text = prompts[key]
        items.append({
            "id": f"{name}-{number:02}", "split": split, "language": language, "question": key, "kind": kind, "group": group,
            "work": work, "text": text, "speaker": rng.choice(speaker_texts[group]), "told": instruction,
            "seed": rng.choice(SEEDS),
        })  # fmt: skip
    return items


def _spread(keys: list[str], count: int, rng: random.Random) -> list[str]:
    drawn: list[str] = []
    while len(drawn) < count:
        drawn += rng.sample(keys, min(len(keys), count - len(drawn)))
    return drawn


def _spread_by_weight(weights: dict[str, int], count: int, rng: random.Random) -> list[str]:
    """Return `count` keys, each about in proportion to its weight, in random order."""
    total = sum(weights.values())
    exact = {key: weight * count / total for key, weight in weights.items()}
    drawn = [key for key, share in exact.items() for _ in range(int(share))]
    remainders = {key: share - int(share) for key, share in exact.items()}
    while len(drawn) < count:
        key = rng.choices(list(remainders), list(remainders.values()))[0]
        drawn.append(key)
        remainders[key] = 0.0
    rng.shuffle(drawn)
    return drawn


def main(folder: Path) -> None:
    """Write the sheets: `NAME.txt` for the writer, `NAME.json` for the data set."""
    number = 0
    for language, splits in WRITERS.items():
        for split, writers in splits.items():
            for _ in range(writers):
                number += 1
                name = f"w{number:02}"
                items = sheet(name, language, split, random.Random(SEED + number))  # noqa: S311
                (folder / f"{name}.json").write_text(json.dumps(items, ensure_ascii=False, indent=1), encoding="utf-8")
                lines = [
                    f"{i['id']}\n  Work: {i['work']}\n  Question: {i['text']}\n  Speaker: {i['speaker']}\n"
                    f"  Answer: {i['told']}\n  May come up: {i['seed']}\n"
                    for i in items
                ]
                (folder / f"{name}.txt").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
