"""API types of searches, quick answers and steps."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StringConstraints, ValidationError

from dayshift.core.errors import InvalidRequest
from dayshift.core.schemas import Body, NotBlank, Reply, WholeNumber, WireTime
from dayshift.knowledge.occupations import MAX_TYPED
from dayshift.matching.onboarding.quick_questions import QuestionType, zip_code_of

Text = Annotated[str, StringConstraints(min_length=1, max_length=500), NotBlank]
Answer = Annotated[str, StringConstraints(min_length=1, max_length=200), NotBlank]
Id = Annotated[str, StringConstraints(min_length=1, max_length=36), NotBlank]


class NewJobSearch(Body):
    search_query: Text
    user_id: Id


class JobSearchReply(Reply):
    id: str
    user_id: str
    search_query: str
    created_at: datetime


class NewUserResponse(Body):
    user_id: Id
    question_type: QuestionType
    answer: Answer


class UserResponseReply(Reply):
    id: str
    user_id: str
    question_type: str
    answer: str
    updated_at: datetime


class WishData(Body):
    job_search_prompt: Text


class AnswersData(Body):
    employment_type: Literal["full-time", "part-time"]
    years_experience: Annotated[int, Field(ge=0, le=60), WholeNumber]
    expected_pay: Annotated[str, StringConstraints(min_length=1, max_length=40), NotBlank]
    zip_code: Annotated[str, StringConstraints(min_length=1, max_length=MAX_TYPED), AfterValidator(zip_code_of)]


class MatchingData(Body):
    matching_completed: Literal[True]
    matching_completed_at: WireTime


class PrepData(Body):
    interview_prep_completed: Literal[True]
    interview_prep_completed_at: WireTime


STEP_DATA: dict[int, type[Body]] = {2: WishData, 3: AnswersData, 4: MatchingData, 5: PrepData}
"""The data allowed in each step; anything else is rejected."""

_PROFILE = (WishData, AnswersData)


class StepUpdate(Body):
    step: Annotated[int, Field(ge=1, le=5), WholeNumber]
    data: dict[str, Any] | None = None
    answers: Annotated[
        dict[QuestionType, Answer] | None, Field(description="Quick answers, stored in the transaction of the step")
    ] = None

    def facts(self) -> dict[str, Any]:
        """The profile columns that this step's data sets. Raises `InvalidRequest`."""
        if self.data is None:
            return {}
        kind = STEP_DATA.get(self.step)
        if kind is None:
            raise InvalidRequest(fields={"data": "This step takes no data"})
        try:
            data = kind.model_validate(self.data)
        except ValidationError as error:
            raise InvalidRequest(
                fields={f"data.{'.'.join(map(str, issue['loc']))}": issue["msg"] for issue in error.errors()}
            ) from error
        facts = data.model_dump() if isinstance(data, _PROFILE) else {}
        return {**facts, "profile_completed": True} if isinstance(data, AnswersData) else facts


class RedirectReply(Reply):
    redirect_url: str
