"""Written answers with the level a careful reader of the rubric would give them.

The levels were set from the rubric's wording before the scorer was tuned. `EXAMPLES` were used for tuning; `HELD_OUT`
were read by the scorer only to be measured. None is a level too: nothing to judge. Some are typed with punctuation and
some are as a speech recogniser writes them; the spelling and grammar are those of real phones.
"""

from typing import NamedTuple


class Example(NamedTuple):
    plan: str
    question: str
    level: int | None
    text: str


EXAMPLES = [
    # Restaurant experience.
    Example("restaurant-en", "experience", 1, "No, I have never worked in a restaurant. This would be my first job."),
    Example("restaurant-en", "experience", 1, "i dont have any experience yet"),
    Example("restaurant-en", "experience", 2, "Yes, I worked in a restaurant before. It was good."),
    Example("restaurant-en", "experience", 2, "I have some experience and I am a hard worker and a fast learner."),
    Example("restaurant-en", "experience", 3, "I was a busser at a diner. I cleared the tables and helped the servers."),
    Example(
        "restaurant-en",
        "experience",
        3,
        "I have not worked in a restaurant but I worked in a grocery store for two years. I was on the register and "
        "helped customers find things.",
    ),
    Example(
        "restaurant-en",
        "experience",
        4,
        "I was a server at a diner for two years, mostly weekend doubles. I took orders and ran food, six tables at a "
        "time.",
    ),
    Example(
        "restaurant-en",
        "experience",
        4,
        "so i worked at a taco place for like a year and a half i was taking orders on the register and um i also "
        "packed the to go bags and cleaned the dining room at night",
    ),
    Example(
        "restaurant-en",
        "experience",
        5,
        "I waited tables at an Italian restaurant for three years until last summer. I had a section of eight tables, "
        "I took orders, opened wine and handled the checks. In the last year I trained four new servers and I closed "
        "the restaurant two nights a week.",
    ),
    Example(
        "restaurant-en",
        "experience",
        5,
        "four years in food service first i was a dishwasher then they moved me up to host and then server at the same "
        "place i ran a section of six tables on the patio and on sundays i did the opening set up alone and counted "
        "the drawer my manager gave me the keys",
    ),
    # Handling busy periods.
    Example("restaurant-en", "pressure", 1, "Honestly I can't handle busy shifts. I get stressed and I just walk out."),
    Example("restaurant-en", "pressure", 2, "I work well under pressure and I'm a team player."),
    Example("restaurant-en", "pressure", 2, "I just stay calm."),
    Example("restaurant-en", "pressure", 3, "When it gets busy I take one table at a time and I ask my coworkers for help."),
    Example(
        "restaurant-en",
        "pressure",
        3,
        "i try to stay calm and i do the most important orders first and keep moving",
    ),
    Example(
        "restaurant-en",
        "pressure",
        4,
        "One Saturday we had a party of twenty and two servers were out. I asked the host to slow down the seating, I "
        "wrote down every order and I told the guests it would take fifteen minutes.",
    ),
    Example(
        "restaurant-en",
        "pressure",
        4,
        "it was mothers day and we was packed i had like nine tables so i did the drinks first for everybody then i "
        "put the orders in together and i asked the busser to help me clear",
    ),
    Example(
        "restaurant-en",
        "pressure",
        5,
        "Last New Year's Eve we had 180 covers and one server called out. I split her section with my coworker, wrote "
        "every table's time on my pad, and told each table how long the kitchen needed. Nobody waited without hearing "
        "from me and we closed on time.",
    ),
    Example(
        "restaurant-en",
        "pressure",
        5,
        "one friday night the printer broke in the middle of the rush so i ran the tickets to the kitchen by hand and "
        "i called out the tables in order i told the guests what was going on and offered bread after about twenty "
        "minutes it was fixed and all the food went out and a lady told my manager i did great",
    ),
    # Availability and flexibility.
    Example("restaurant-en", "availability", 1, "I can't work any days right now, I don't know when I am free."),
    Example("restaurant-en", "availability", 2, "I'm very flexible, whatever you need."),
    Example("restaurant-en", "availability", 3, "I can work weekends."),
    Example("restaurant-en", "availability", 3, "evenings are good for me any evening"),
    Example("restaurant-en", "availability", 4, "Monday to Friday from 4 pm until close. Saturdays all day."),
    Example("restaurant-en", "availability", 4, "Evenings any day, and I can swap if I know by Sunday."),
    Example(
        "restaurant-en",
        "availability",
        4,
        "I have class on Tuesday and Thursday, so I can do Monday, Wednesday and Friday after two and all weekend.",
    ),
    Example(
        "restaurant-en",
        "availability",
        5,
        "I can work Tuesday to Saturday from 3 pm to 11 pm. Sundays I can't. If the schedule changes I can swap with "
        "a coworker, I just need to know two days before, and I always call if I am going to be late.",
    ),
    # Why restaurant work.
    Example("restaurant-en", "motivation", 1, "I don't really want to work in a restaurant. I don't like dealing with people."),
    Example("restaurant-en", "motivation", 2, "I need a job and the money is good."),
    Example("restaurant-en", "motivation", 3, "I like talking with people and I like working with a team."),
    Example(
        "restaurant-en",
        "motivation",
        4,
        "I enjoy serving people because every day is different, and I like the fast pace. The time goes by quick.",
    ),
    Example(
        "restaurant-en",
        "motivation",
        5,
        "I love making guests happy. At my last job there was an old couple that came every Friday and I always kept "
        "their table ready, and when they said thank you I felt proud. I want to learn the bar and become a shift lead "
        "one day, that is why restaurants.",
    ),
    # Other work.
    Example("general-en", "experience", 1, "no experience at all sorry"),
    Example("general-en", "experience", 3, "I did construction with my uncle. I carried materials and mixed cement."),
    Example(
        "general-en",
        "experience",
        4,
        "I worked in a warehouse for 18 months. I picked orders with a scanner, around 120 picks an hour, and loaded "
        "trucks.",
    ),
    Example(
        "general-en",
        "experience",
        5,
        "I drove a delivery van for three years, about eighty stops a day. I checked the van every morning, planned my "
        "route and scanned every package. The last year I trained the new drivers and my boss trusted me with the "
        "hospital route.",
    ),
    Example("general-en", "pressure", 2, "I am a hard worker, I can handle anything."),
    Example("general-en", "pressure", 3, "I make a list and do the most urgent thing first."),
    Example(
        "general-en",
        "pressure",
        4,
        "last december we had two trucks come at the same time so i asked my lead which one was first and i unloaded "
        "that one with the pallet jack and my partner staged the other one",
    ),
    Example(
        "general-en",
        "pressure",
        5,
        "On a roofing job the rain was coming and we had half a roof open. I told the crew to stop, we covered the "
        "open part with two tarps, I called the foreman, and I tied everything down. Nothing got wet and we finished "
        "the next day on time.",
    ),
    Example("general-en", "availability", 2, "pretty open"),
    Example("general-en", "availability", 4, "I am free Monday through Thursday, mornings from 6 to 2."),
    Example("general-en", "motivation", 2, "Because I need to pay my bills."),
    Example(
        "general-en",
        "motivation",
        4,
        "I like to work with my hands and see what I built at the end of the day, because you can tell it is done right.",
    ),
    # Nothing to judge.
    Example("restaurant-en", "pressure", None, "I like pizza and my favorite color is blue."),
    Example("restaurant-en", "experience", None, "ok yes"),
    Example("restaurant-en", "motivation", None, "I don't know."),
    Example("restaurant-en", "availability", None, "can you repeat the question please"),
]

HELD_OUT = [
    Example("restaurant-en", "experience", 2, "I did some restaurant jobs here and there."),
    Example(
        "restaurant-en",
        "experience",
        4,
        "I've been a hostess at a seafood place since 2022. I seat people, answer the phone and manage the wait list, "
        "which gets to forty names on a Saturday.",
    ),
    Example(
        "restaurant-en",
        "experience",
        5,
        "two and a half years bartending at a sports bar i made drinks for the whole floor and did the ordering for "
        "liquor every monday and when my manager was off i was in charge of closing and the cash count",
    ),
    Example("restaurant-en", "pressure", 3, "I just focus, clean as I go and communicate with the kitchen."),
    Example(
        "restaurant-en",
        "pressure",
        5,
        "We had a bus of forty tourists walk in with no warning. I pushed tables together, gave them a short menu so "
        "the kitchen could keep up, and got my teammate to pour all the waters. They were all fed in under an hour and "
        "left a big tip.",
    ),
    Example("restaurant-en", "availability", 3, "Only nights for me, I study during the day."),
    Example(
        "restaurant-en",
        "availability",
        5,
        "weekdays im off school at three so four to ten works saturday and sunday open all day and if somebody calls "
        "out you can text me and ill come in if i can",
    ),
    Example("restaurant-en", "motivation", 3, "I want to be a chef someday so I want to learn how a restaurant runs."),
    Example(
        "general-en",
        "experience",
        4,
        "I cleaned offices for four years. I did the floors, the trash and the bathrooms on three floors every night.",
    ),
    Example(
        "general-en",
        "pressure",
        4,
        "At my last site the delivery came late and we were behind, so I stayed two more hours and stacked the bricks "
        "myself so the masons could start at seven.",
    ),
    Example("general-en", "availability", 4, "Any weekday, 7 to 4, and one Saturday a month if you ask me ahead."),
    Example("general-en", "motivation", 3, "I like being outside and moving, I can't sit at a desk."),
    Example("general-en", "pressure", 1, "When its too much I leave, not my problem."),
    Example("general-en", "experience", None, "My favorite team won last night."),
]
