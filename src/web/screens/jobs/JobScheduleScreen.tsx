import { type JobScheduleRow, jobScheduleQuery, jobsKey } from '../../api/jobs.ts'
import { ListScreen } from '../../list/ListScreen.tsx'
import type { ListDefinition } from '../../list/listDefinition.ts'
import { useCronWords } from '../../schedule/cronWords.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { JobName, useJobKinds, useKindName } from './JobName.tsx'
import css from './Jobs.module.css'

const texts = defineTexts('jobSchedules', {
  title: 'Job Schedules',
  back: 'Background Jobs',
  next: 'Next',
  never: 'Never',
  job: 'Job',
  kind: 'Kind',
  schedule: 'Schedule',
  empty: 'No schedules',
  emptyText: 'No worker has started yet, and no alert or report is active.',
})

/** The time when each background job is due next. */
export function JobScheduleScreen() {
  const t = useText()
  const nameOf = useKindName()
  const kinds = useJobKinds()
  const words = useCronWords()
  const timing = (row: JobScheduleRow) => `${words(row)} (${row.time_zone})`
  const definition: ListDefinition<JobScheduleRow> = {
    title: t(texts.title),
    crumbs: [{ label: t(texts.back), href: '/jobs/list/' }],
    query: jobScheduleQuery,
    queryKeyRoot: jobsKey,
    defaultSort: { column: 'next_due', order: 'asc' },
    searchFilter: (value) => ({ col: 'time_zone', opr: 'ct', value }),
    filters: [
      {
        key: 'kind',
        label: t(texts.kind),
        options: kinds,
        toFilter: (value) => ({ col: 'kind', opr: 'eq', value }),
      },
    ],
    nameSort: 'kind',
    titleOf: ({ kind, subject }) => subject?.name ?? nameOf(kind),
    columns: [
      {
        key: 'next',
        label: t(texts.next),
        width: 130,
        sort: 'next_due',
        isQuiet: true,
        cell: ({ next_due }) => (next_due === null ? t(texts.never) : <RelativeTime time={next_due} />),
      },
      {
        key: 'job',
        label: t(texts.job),
        sort: 'kind',
        cell: (row) => (
          <span className={css.job}>
            <JobName kind={row.kind} subject={row.subject} />
            <span className={css.below}>{timing(row)}</span>
          </span>
        ),
      },
      {
        key: 'schedule',
        label: t(texts.schedule),
        width: 380,
        sort: 'crontab',
        isQuiet: true,
        hiddenBelow: 'medium',
        cell: (row) => <span title={row.crontab}>{timing(row)}</span>,
      },
    ],
    canWrite: false,
    canExport: false,
    empty: () => <EmptyState size="big" title={t(texts.empty)} text={t(texts.emptyText)} />,
  }
  return <ListScreen definition={() => definition} />
}
