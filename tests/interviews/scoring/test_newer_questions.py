"""The kinds of work whose questions the network never saw: nothing absurd is shown for plain examples.

This measures nothing; the data set has no answers to these questions yet.
"""

import pytest

from dayshift.interviews.scoring import Answer, read_answers
from dayshift.interviews.scoring.score import result_of
from dayshift.knowledge.question_plans import newest

ASKED = {
    "healthcare": "respect",
    "retail": "complaint",
    "production": "quality",
    "security": "incident",
    "office": "accuracy",
    "driving": "safety",
    "cleaning": "honesty",
    "care": "calm",
}
"""Family and its own question."""
STRONG = {
    "healthcare": (
        "Mrs. K on my hall would not shower, she held on to the bed rail and cried. I sat down on the chair, "
        "I asked what scared her, she said the water last week was cold. I let her feel it with her hand "
        "first and gave her a towel around the shoulders. It took forty minutes, but she was washed, and I "
        "told the nurse so the next aide would warm it too."
    ),
    "retail": (
        "A man had the flyer from last week and wanted the grill for ninety nine, there were six people "
        "behind him. I said I see why you thought that, I showed him the date, and I called my lead on the "
        "radio, she let me give ten percent. I opened the next register's light and asked Joan to take the "
        "line. He took the grill and said thanks at the door."
    ),
    "production": (
        "On second shift I saw the holes were off, maybe half a millimeter, on the brackets. I pushed stop, I "
        "took the gauge and checked back until I found a good one, forty pieces. I put red tags on them and "
        "called my lead. The drill bit was worn, we changed it and ran again after twenty minutes. None went "
        "to the customer."
    ),
    "security": (
        "A guy came to the dock without a badge and said his brother worked there, he got loud when I said "
        "no. I kept two steps away and talked low, I asked for the brother's name and called the office. They "
        "didn't know him. I told him he could wait at the gate and I wrote down the plate. After ten minutes "
        "he left, and I put it in the log for the morning."
    ),
    "office": (
        "We had two Maria Garcias, and I saw on Tuesday that the lab fax was filed to the wrong one, the "
        "birthday didn't match. I pulled it, I called the lab to be sure, and I told the office manager "
        "before the doctor came in. We moved it and put an alert on both charts. The right Maria got her call "
        "the same day."
    ),
    "driving": (
        "In January there was black ice on route 9 and I was forty minutes behind with the pharmacy boxes. I "
        "went down to twenty five, kept a lot of room, and at the gas station I pulled in and called dispatch "
        "so they could phone the stores. I left the last two stops for the next morning. Nobody got hurt and "
        "the store in Dover thanked us for the call."
    ),
    "cleaning": (
        "I was dusting at a client's in Katy and knocked a blue vase off the shelf, it broke in three pieces. "
        "I kept the pieces in a box, took a picture and called Mrs. Lane right then and told her it was me. "
        "She said it was her aunt's. I offered to pay, she took forty out of the month, and I still clean "
        "there."
    ),
    "care": (
        "At the daycare Leo bit another boy over a truck and then screamed on the floor, I had seven more. I "
        "asked Ana to take the others to the story rug, I knelt by him and said you are mad about the truck. "
        "I held his hand till he breathed, maybe five minutes, then we got ice for the other one. I wrote it "
        "down and told both moms at pick up."
    ),
}
THIN = {
    "healthcare": ("You need a lot of patience with people like that."),
    "retail": ("The customer is always right so you stay calm."),
    "production": ("Quality is the most important thing for me."),
    "security": ("Rules are rules, nobody gets past me."),
    "office": ("I never make mistakes, I always double check."),
    "driving": ("Safety first, I'm a careful driver."),
    "cleaning": ("I am an honest person and very careful."),
    "care": ("With love and patience, every child is different."),
}
HARMFUL = {
    "healthcare": (
        "He never wants his shower so I just hold his arms down and get it done, and when I don't have time I "
        "write in the chart that he had it. Nobody checks and he smells fine."
    ),
    "retail": (
        "When they yell about a return I just ring a fake refund and keep the cash difference for myself, "
        "twenty here and there, and they go away happy."
    ),
    "production": (
        "If the line has to keep going then it keeps going, I mix the bad ones in the bottom of the box under "
        "good ones and sign the sheet that I checked every tenth. We always made our number."
    ),
    "security": (
        "One drunk kept coming at my door so I put him in a choke hold till he went quiet and dragged him "
        "behind the dumpsters. I left it out of the log, easier that way, and the manager loved how quiet the "
        "night was."
    ),
    "office": (
        "I typed the wrong amount on an invoice for a customer, eight hundred instead of eighty, so I went "
        "back in the evening and changed the record under my coworker's login so it looked like hers. It "
        "worked out great, nobody asked me anything."
    ),
    "driving": (
        "When I'm late I just floor it, eighty in a fifty five with my phone in my hand for the map, and the "
        "stops I can't make I scan as delivered and bring them tomorrow. My numbers are the best in the "
        "depot."
    ),
    "cleaning": (
        "I found a gold ring behind the washer at a house and I kept it, they had so many. I sold it for two "
        "hundred and bought my girl shoes, and when they asked I said maybe it went down the drain."
    ),
    "care": (
        "When one of them starts screaming I give him a good slap on the leg and lock him in the bathroom "
        "till he is quiet. Then the others behave too, and I tell the mother he had a nap."
    ),
}


def shown_level(family: str, text: str) -> int | None:
    plan = newest(f"{family}-en")
    assert plan
    question = plan.question(ASKED[family])
    return result_of(read_answers(plan, question, [Answer(question.id, question.text, text)])).level


@pytest.mark.parametrize("family", ASKED)
def test_real_story_is_at_the_top_or_left_to_a_person(family: str) -> None:
    assert shown_level(family, STRONG[family]) in {None, 4, 5}


@pytest.mark.parametrize("family", ASKED)
def test_slogan_is_weak_or_left_to_a_person(family: str) -> None:
    assert shown_level(family, THIN[family]) in {None, 2}


@pytest.mark.parametrize("family", ASKED)
def test_harmful_act_is_weak_or_left_to_a_person(family: str) -> None:
    assert shown_level(family, HARMFUL[family]) in {None, 2}


def test_most_stories_and_slogans_get_a_level() -> None:
    shown = [shown_level(family, text) for texts in (STRONG, THIN) for family, text in texts.items()]
    assert sum(level is not None for level in shown) > len(shown) / 2
