import { useQueryClient } from '@tanstack/react-query'
import { Ban, CalendarClock, RefreshCw, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { JOB_STATES, type JobState } from '../../../model/jobs/jobForm.ts'
import { can } from '../../api/bootstrap.ts'
import { messageOf } from '../../api/failure.ts'
import { cancelJob, type JobSummary, jobListQuery, jobsKey, retryJob } from '../../api/jobs.ts'
import { ListScreen } from '../../list/ListScreen.tsx'
import type { ActionDefinition, ListDefinition } from '../../list/listDefinition.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { pageLanguage } from '../../ui/pageLanguage.ts'
import { parseUtc, RelativeTime } from '../../ui/RelativeTime.tsx'
import { Tag, type TagProps } from '../../ui/Tag.tsx'
import { defineTexts, useRichText, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { JobName, useJobKinds, useKindName } from './JobName.tsx'
import css from './Jobs.module.css'

const texts = defineTexts('jobs', {
  title: 'Background Jobs',
  schedules: 'Schedules',
  refresh: 'Refresh',
  state: 'State',
  kind: 'Kind',
  job: 'Job',
  start: 'Start',
  duration: 'Duration',
  seconds: '{count, number} s',
  attempt: 'Attempt',
  worker: 'Worker',
  error: 'Error message',
  retry: 'Start again',
  cancel: 'Cancel job',
  cancelTitle: 'Cancel this job?',
  cancelQuestion: 'The job <b>{name}</b> will end without a result. Its schedule continues.',
  started: 'The job starts again.',
  cancelled: 'The job was cancelled.',
  empty: 'No jobs yet',
  emptyText: 'Alerts, reports, backups and cleanups are listed here when they are due.',
})

const stateTexts = defineTexts('jobStates', {
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  skipped: 'Skipped',
  cancelled: 'Cancelled',
})

const tones: Record<JobState, TagProps['tone']> = {
  waiting: 'neutral',
  running: 'info',
  done: 'success',
  failed: 'danger',
  skipped: 'warning',
  cancelled: 'outline',
}

/** Background jobs that run, wait or have failed, and the reasons of failures. */
export function JobListScreen() {
  const t = useText()
  const rich = useRichText()
  const queryClient = useQueryClient()
  const nameOf = useKindName()
  const [cancelled, setCancelled] = useState<JobSummary>()
  const refresh = () => queryClient.invalidateQueries({ queryKey: [jobsKey] })

  async function change(work: Promise<void>, message: string) {
    try {
      await work
      toast.success(message)
    } catch (error) {
      toast.danger(messageOf(error))
    }
    await refresh()
  }

  const definition = useDefinition((job) => change(retryJob(job.id), t(texts.started)), setCancelled)
  const primary = (
    <>
      <ButtonLink href="/jobs/schedules/" icon={<CalendarClock size={14} />}>
        {t(texts.schedules)}
      </ButtonLink>
      <IconButton
        variant="default"
        label={t(texts.refresh)}
        icon={<RefreshCw size={14} />}
        onClick={() => void refresh()}
      />
    </>
  )
  return (
    <>
      <ListScreen<JobSummary> definition={() => ({ ...definition, primary })} sortColumn="start_after" />
      <ConfirmDialog
        open={cancelled !== undefined}
        title={t(texts.cancelTitle)}
        confirmLabel={t(texts.cancel)}
        danger
        onClose={() => setCancelled(undefined)}
        onConfirm={async () => {
          if (cancelled) await change(cancelJob(cancelled.id), t(texts.cancelled))
          setCancelled(undefined)
        }}
      >
        {cancelled
          ? rich(texts.cancelQuestion, {
              name: cancelled.subject?.name ?? nameOf(cancelled.kind),
              b: (parts) => <b>{parts}</b>,
            })
          : null}
      </ConfirmDialog>
    </>
  )
}

function useDefinition(
  retry: (job: JobSummary) => void,
  askCancel: (job: JobSummary) => void,
): ListDefinition<JobSummary> {
  const t = useText()
  const nameOf = useKindName()
  const kinds = useJobKinds()
  const columns = useColumns()
  const canWrite = can('can_write', 'Job')
  const actionsOf = (job: JobSummary): ActionDefinition[] => [
    ...(job.can_retry ? [{ label: t(texts.retry), icon: <RotateCcw size={15} />, onSelect: () => retry(job) }] : []),
    ...(job.can_cancel ? [{ label: t(texts.cancel), icon: <Ban size={15} />, onSelect: () => askCancel(job) }] : []),
  ]
  return {
    title: t(texts.title),
    query: jobListQuery,
    queryKeyRoot: jobsKey,
    searchFilter: (value) => ({ col: 'error', opr: 'ct', value }),
    filters: [
      {
        key: 'state',
        label: t(texts.state),
        options: JOB_STATES.map((value) => ({ value, label: t(stateTexts[value]) })),
        toFilter: (value) => ({ col: 'state', opr: 'eq', value }),
      },
      {
        key: 'kind',
        label: t(texts.kind),
        options: kinds,
        toFilter: (value) => ({ col: 'kind', opr: 'eq', value }),
      },
    ],
    nameSort: 'kind',
    titleOf: ({ kind, subject }) => subject?.name ?? nameOf(kind),
    columns,
    actionsOf: canWrite ? actionsOf : undefined,
    canWrite: false,
    hasPhoneActions: true,
    canExport: false,
    empty: () => <EmptyState size="big" title={t(texts.empty)} text={t(texts.emptyText)} />,
  }
}

function useColumns(): ListDefinition<JobSummary>['columns'] {
  const t = useText()
  return [
    {
      key: 'state',
      label: t(texts.state),
      width: 112,
      sort: 'state',
      cell: ({ state }) => <Tag tone={tones[state]}>{t(stateTexts[state])}</Tag>,
    },
    {
      key: 'job',
      label: t(texts.job),
      // on a phone: the width that the columns of states and actions leave
      width: 'min(180px, 100vw - 222px)',
      sort: 'kind',
      cell: (job) => (
        <span className={css.job}>
          <JobName kind={job.kind} subject={job.subject} />
          {job.error === null ? null : <span className={css.below}>{job.error}</span>}
          <span className={css.when}>
            <Start job={job} />
          </span>
        </span>
      ),
    },
    {
      key: 'start',
      label: t(texts.start),
      width: 130,
      sort: 'start_after',
      isQuiet: true,
      hiddenBelow: 'narrow',
      cell: (job) => <Start job={job} />,
    },
    {
      key: 'duration',
      label: t(texts.duration),
      width: 104,
      isQuiet: true,
      hiddenBelow: 'medium',
      cell: (job) => {
        const seconds = secondsOf(job)
        return seconds === undefined ? null : t(texts.seconds, { count: seconds })
      },
    },
    {
      key: 'attempt',
      label: t(texts.attempt),
      width: 90,
      sort: 'attempt',
      isQuiet: true,
      hiddenBelow: 'medium',
      cell: ({ attempt }) => (attempt === 0 ? null : attempt.toLocaleString(pageLanguage())),
    },
    {
      key: 'worker',
      label: t(texts.worker),
      width: 120,
      isQuiet: true,
      hiddenBelow: 'large',
      cell: ({ holder }) => (holder === null ? null : <span title={holder}>{holder}</span>),
    },
    {
      key: 'error',
      label: t(texts.error),
      hiddenBelow: 'medium',
      cell: ({ error }) => <span className={css.error}>{error}</span>,
    },
  ]
}

const Start = ({ job: { state, started_on, start_after } }: { job: JobSummary }) => (
  <RelativeTime time={state === 'waiting' ? start_after : (started_on ?? start_after)} />
)

function secondsOf({ started_on, finished_on, state }: JobSummary): number | undefined {
  if (started_on === null || finished_on === null || state === 'skipped' || state === 'cancelled') return undefined
  return Math.round((parseUtc(finished_on).getTime() - parseUtc(started_on).getTime()) / 100) / 10
}
