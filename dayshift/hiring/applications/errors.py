"""Errors of applications."""

from dayshift.core.errors import AppError


class AlreadyApplied(AppError):
    """There is one application per person and job. `application` is its id."""

    code = "already_applied"
    status = 409
    message = "You already applied for this job."


class NotHere(AppError):
    """The job's employer does not use this installation. `url` is the employer's own page, if there is one."""

    code = "employer_not_here"
    status = 409
    message = "This employer doesn't use Dayshift yet. Apply on their site."


class JobClosed(AppError):
    """The job is paused, filled, expired or removed."""

    code = "job_closed"
    status = 409
    message = "This job is no longer open."


class JobFull(AppError):
    """As many people are hired as the job has openings. It opens again once it gets more."""

    code = "job_full"
    status = 409
    message = "All places are filled for now."


class AssessmentOver(AppError):
    """The ordered interview was taken or refused, or its link has expired."""

    code = "assessment_over"
    status = 409
    message = "This invitation has ended."


class NoInterview(AppError):
    """An application needs a completed interview of the candidate."""

    code = "no_interview"
    status = 409
    message = "Take the interview first. Then you can send it to as many jobs as you like."


class DeletionPlanned(AppError):
    """The candidate asked to delete everything: nothing is sent unless they cancel that."""

    code = "deletion_planned"
    status = 409
    message = "You asked us to delete everything. To send your interview, choose to keep your data first."


class ConsentMissing(AppError):
    """An employer among the jobs has no entry in `shares`. `employers` are their ids."""

    code = "consent_missing"
    status = 422
    message = "Please choose what each employer may see."


class ReviewCodeRequired(AppError):
    """Nobody has entered the code mailed to the review link's recipient, `reviewer`, in this browser."""

    code = "review_code_required"
    status = 403
    message = "Please enter the code that we send to the person this link is for."


class StageConflict(AppError):
    """The move is not possible in the current stage. `stage` and `version` are the current ones."""

    code = "stage_conflict"
    status = 409
    message = "That's not possible anymore. Please look at what changed."


class StaleVersion(AppError):
    """The application has changed since it was loaded. `stage`, `version` and `changes` say how."""

    code = "stale_version"
    status = 409
    message = "Something changed in the meantime. Please look at it before you decide."


class DecisionPending(AppError):
    """Another decision is about to be sent. `by` is the name of its member, `dueAt` is when it will be sent."""

    code = "decision_pending"
    status = 409
    message = "There is a decision already, which goes out in a moment. You can see which one."


class NotViewed(AppError):
    """A decision needs a member who has viewed the application."""

    code = "not_viewed"
    status = 409
    message = "Please watch or read an answer for a few seconds before you decide."


class DecidedBySame(AppError):
    """After another look was asked for, only somebody else can decide against the candidate."""

    code = "decided_by_same"
    status = 409
    message = "This person asked for another look. Only somebody else can say no this time."


class UndoOver(AppError):
    """The time to undo has passed."""

    code = "undo_over"
    status = 409
    message = "It has already been sent."


class LookOver(AppError):
    """Another look can be asked for within 30 days after the decline, once."""

    code = "look_over"
    status = 409
    message = "You can ask for another look once, within 30 days."


class NothingToLookAt(AppError):
    """Another look needs an interview, and consent to show its recordings or its words."""

    code = "nothing_to_look_at"
    status = 409
    message = "Share your video or your words first. Otherwise nobody can look at your answers."


class TimeTaken(AppError):
    """The member has another meeting at this time."""

    code = "time_taken"
    status = 409
    message = "That time was just taken. Please pick another one."


class NotYet(AppError):
    """That somebody did not come can be said once the agreed time has come."""

    code = "not_yet"
    status = 409
    message = "You can say how it went once the time has come."


class TooManySavedViews(AppError):
    """A member can save 20 views of the list."""

    code = "too_many_saved_views"
    status = 409
    message = "You have 20 saved views. Delete one first."


class TooManyTemplates(AppError):
    """An employer can have 100 templates."""

    code = "too_many_templates"
    status = 409
    message = "You have 100 templates. Delete one first."


class SavedViewNameTaken(AppError):
    """Another view of the member has this name."""

    code = "saved_view_name_taken"
    status = 409
    message = "You already have a view with this name."


class TooManyNotes(AppError):
    """An application can have 200 notes."""

    code = "too_many_notes"
    status = 409
    message = "This application has 200 notes. Delete one of yours first."
