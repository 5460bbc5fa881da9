"""Initial tables"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = '0001'
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:

    op.create_table('jobs',
    sa.Column('id', sa.String(length=36), nullable=False),
    sa.Column('source', sa.String(length=64), nullable=False),
    sa.Column('external_id', sa.String(length=200), nullable=False),
    sa.Column('title', sa.String(length=200), nullable=False),
    sa.Column('occupation', sa.String(length=64), nullable=True),
    sa.Column('employer', sa.String(length=200), nullable=False),
    sa.Column('category', sa.String(length=32), nullable=False),
    sa.Column('description', sa.String(length=4000), nullable=False),
    sa.Column('city', sa.String(length=100), nullable=False),
    sa.Column('state', sa.String(length=2), nullable=False),
    sa.Column('zip', sa.String(length=5), nullable=False),
    sa.Column('lat', sa.Float(precision=53), nullable=False),
    sa.Column('lon', sa.Float(precision=53), nullable=False),
    sa.Column('remote', sa.Boolean(), nullable=False),
    sa.Column('pay_low', sa.Integer(), nullable=True),
    sa.Column('pay_high', sa.Integer(), nullable=True),
    sa.Column('pay_text', sa.String(length=200), nullable=True),
    sa.Column('employment_type', sa.String(length=16), nullable=True),
    sa.Column('shifts', sa.JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql"), nullable=True),
    sa.Column('experience_years', sa.Integer(), nullable=True),
    sa.Column('start', sa.String(length=16), nullable=True),
    sa.Column('licence', sa.String(length=200), nullable=True),
    sa.Column('expires_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_jobs')),
    sa.UniqueConstraint('source', 'external_id', name=op.f('uq_jobs_source_external_id'))
    )
    with op.batch_alter_table('jobs', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_jobs_lat_lon'), ['lat', 'lon'], unique=False)
        batch_op.create_index(batch_op.f('ix_jobs_remote'), ['remote'], unique=False)

    op.create_table('tasks',
    sa.Column('id', sa.String(length=36), nullable=False),
    sa.Column('kind', sa.String(length=80), nullable=False),
    sa.Column('payload', sa.JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql"), nullable=False),
    sa.Column('key', sa.String(length=200), nullable=True),
    sa.Column('state', sa.String(length=8), nullable=False),
    sa.Column('due_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('attempts', sa.Integer(), nullable=False),
    sa.Column('fence', sa.Integer(), nullable=False),
    sa.Column('last_error', sa.Text(), nullable=True),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_tasks')),
    sa.UniqueConstraint('key', name=op.f('uq_tasks_key'))
    )
    with op.batch_alter_table('tasks', schema=None) as batch_op:
        batch_op.create_index('ix_tasks_due_at', ['due_at'], unique=False, sqlite_where=sa.text("state IN ('ready', 'running')"), postgresql_where=sa.text("state IN ('ready', 'running')"))

    op.create_table('users',
    sa.Column('id', sa.String(length=36), nullable=False),
    sa.Column('email', sa.String(length=254), nullable=True),
    sa.Column('first_name', sa.String(length=80), nullable=False),
    sa.Column('last_name', sa.String(length=80), nullable=False),
    sa.Column('phone', sa.String(length=32), nullable=True),
    sa.Column('phone_verified', sa.Boolean(), nullable=False),
    sa.Column('password_hash', sa.String(length=255), nullable=True),
    sa.Column('profile_completed', sa.Boolean(), nullable=False),
    sa.Column('interview_completed', sa.Boolean(), nullable=False),
    sa.Column('interview_completed_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('current_step', sa.Integer(), nullable=False),
    sa.Column('flow_completed', sa.Boolean(), nullable=False),
    sa.Column('job_search_prompt', sa.String(length=500), nullable=True),
    sa.Column('employment_type', sa.String(length=16), nullable=True),
    sa.Column('years_experience', sa.Integer(), nullable=True),
    sa.Column('expected_pay', sa.String(length=40), nullable=True),
    sa.Column('zip_code', sa.String(length=5), nullable=True),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('last_login_at', sa.DateTime(timezone=True), nullable=True),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_users')),
    sa.UniqueConstraint('email', name=op.f('uq_users_email'))
    )
    op.create_table('interviews',
    sa.Column('id', sa.String(length=36), nullable=False),
    sa.Column('user_id', sa.String(length=36), nullable=False),
    sa.Column('job_title', sa.String(length=120), nullable=False),
    sa.Column('company_name', sa.String(length=120), nullable=False),
    sa.Column('status', sa.String(length=12), nullable=False),
    sa.Column('scheduled_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('started_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('ended_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('candidate_name', sa.String(length=161), nullable=False),
    sa.Column('candidate_email', sa.String(length=254), nullable=True),
    sa.Column('notes', sa.String(length=1000), nullable=True),
    sa.Column('plan_id', sa.String(length=40), nullable=False),
    sa.Column('plan_version', sa.Integer(), nullable=False),
    sa.Column('questions', sa.JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql"), nullable=False),
    sa.Column('consent_version', sa.String(length=20), nullable=True),
    sa.Column('consent_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('ai_scoring', sa.Boolean(), nullable=True),
    sa.Column('scoring', sa.String(length=8), nullable=False),
    sa.Column('ai_score', sa.Integer(), nullable=True),
    sa.Column('ai_summary', sa.Text(), nullable=True),
    sa.Column('room_name', sa.String(length=128), nullable=True),
    sa.Column('room_url', sa.String(length=300), nullable=True),
    sa.Column('candidate_token', sa.Text(), nullable=True),
    sa.Column('interviewer_token', sa.Text(), nullable=True),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.CheckConstraint("status IN ('scheduled','in-progress','completed','cancelled')", name=op.f('ck_interviews_status')),
    sa.ForeignKeyConstraint(['user_id'], ['users.id'], name=op.f('fk_interviews_user_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_interviews'))
    )
    with op.batch_alter_table('interviews', schema=None) as batch_op:
        batch_op.create_index('ix_interviews_user_id_scheduled_at', ['user_id', 'scheduled_at'], unique=False)

    op.create_table('job_searches',
    sa.Column('id', sa.String(length=36), nullable=False),
    sa.Column('user_id', sa.String(length=36), nullable=False),
    sa.Column('search_query', sa.String(length=500), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['user_id'], ['users.id'], name=op.f('fk_job_searches_user_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_job_searches'))
    )
    with op.batch_alter_table('job_searches', schema=None) as batch_op:
        batch_op.create_index('ix_job_searches_user_id_created_at', ['user_id', 'created_at'], unique=False)

    op.create_table('recordings',
    sa.Column('id', sa.String(length=36), nullable=False),
    sa.Column('user_id', sa.String(length=36), nullable=False),
    sa.Column('state', sa.String(length=8), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['user_id'], ['users.id'], name=op.f('fk_recordings_user_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_recordings'))
    )
    with op.batch_alter_table('recordings', schema=None) as batch_op:
        batch_op.create_index('ix_recordings_user_id', ['user_id'], unique=False)

    op.create_table('sessions',
    sa.Column('token_hash', sa.LargeBinary(length=32), nullable=False),
    sa.Column('user_id', sa.String(length=36), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('expires_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['user_id'], ['users.id'], name=op.f('fk_sessions_user_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('token_hash', name=op.f('pk_sessions'))
    )
    with op.batch_alter_table('sessions', schema=None) as batch_op:
        batch_op.create_index('ix_sessions_user_id', ['user_id'], unique=False)

    op.create_table('user_responses',
    sa.Column('id', sa.String(length=36), nullable=False),
    sa.Column('user_id', sa.String(length=36), nullable=False),
    sa.Column('question_type', sa.String(length=20), nullable=False),
    sa.Column('answer', sa.String(length=200), nullable=False),
    sa.Column('updated_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['user_id'], ['users.id'], name=op.f('fk_user_responses_user_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_user_responses')),
    sa.UniqueConstraint('user_id', 'question_type', name=op.f('uq_user_responses_user_id_question_type'))
    )
    op.create_table('responses',
    sa.Column('id', sa.String(length=36), nullable=False),
    sa.Column('interview_id', sa.String(length=36), nullable=False),
    sa.Column('response_order', sa.Integer(), nullable=False),
    sa.Column('question_id', sa.String(length=80), nullable=False),
    sa.Column('question_text', sa.String(length=1000), nullable=False),
    sa.Column('response_text', sa.Text(), nullable=False),
    sa.Column('mode', sa.String(length=8), nullable=False),
    sa.Column('take_number', sa.Integer(), nullable=True),
    sa.Column('duration_seconds', sa.Float(), nullable=True),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['interview_id'], ['interviews.id'], name=op.f('fk_responses_interview_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_responses')),
    sa.UniqueConstraint('interview_id', 'response_order', name=op.f('uq_responses_interview_id_response_order'))
    )
    op.create_table('takes',
    sa.Column('recording_id', sa.String(length=36), nullable=False),
    sa.Column('number', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('manifest', sa.JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql"), nullable=False),
    sa.Column('state', sa.String(length=8), nullable=False),
    sa.Column('reason', sa.String(length=24), nullable=True),
    sa.Column('media_key', sa.String(length=200), nullable=True),
    sa.Column('media_type', sa.String(length=40), nullable=True),
    sa.Column('duration_seconds', sa.Float(), nullable=True),
    sa.Column('size_bytes', sa.BigInteger(), nullable=True),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('updated_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['recording_id'], ['recordings.id'], name=op.f('fk_takes_recording_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('recording_id', 'number', name=op.f('pk_takes'))
    )



def downgrade() -> None:

    op.drop_table('takes')
    op.drop_table('responses')
    op.drop_table('user_responses')
    with op.batch_alter_table('sessions', schema=None) as batch_op:
        batch_op.drop_index('ix_sessions_user_id')

    op.drop_table('sessions')
    with op.batch_alter_table('recordings', schema=None) as batch_op:
        batch_op.drop_index('ix_recordings_user_id')

    op.drop_table('recordings')
    with op.batch_alter_table('job_searches', schema=None) as batch_op:
        batch_op.drop_index('ix_job_searches_user_id_created_at')

    op.drop_table('job_searches')
    with op.batch_alter_table('interviews', schema=None) as batch_op:
        batch_op.drop_index('ix_interviews_user_id_scheduled_at')

    op.drop_table('interviews')
    op.drop_table('users')
    with op.batch_alter_table('tasks', schema=None) as batch_op:
        batch_op.drop_index('ix_tasks_due_at', sqlite_where=sa.text("state IN ('ready', 'running')"), postgresql_where=sa.text("state IN ('ready', 'running')"))

    op.drop_table('tasks')
    with op.batch_alter_table('jobs', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_jobs_remote'))
        batch_op.drop_index(batch_op.f('ix_jobs_lat_lon'))

    op.drop_table('jobs')

