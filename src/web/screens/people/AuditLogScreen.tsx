import { Download } from 'lucide-react'
import { type LoggedAction, logQuery } from '../../api/auditLog.ts'
import { userListQuery } from '../../api/people.ts'
import { queryClient } from '../../api/queryClient.ts'
import { ListScreen } from '../../list/ListScreen.tsx'
import type { ListDefinition } from '../../list/listDefinition.ts'
import type { FilterValue } from '../../list/listState.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import type { LoadOptions } from '../../ui/select/Select.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './People.module.css'

const texts = defineTexts('auditLog', {
  title: 'Action Log',
  time: 'Time',
  user: 'User',
  period: 'Time range',
  day: 'Last 24 hours',
  week: 'Last 7 days',
  month: 'Last 30 days',
  action: 'Action',
  object: 'Object',
  address: 'Address',
  refused: 'Refused',
  failed: 'Failed',
  details: 'Details',
  dashboard: 'Dashboard {id}',
  chart: 'Chart {id}',
  nobody: 'nobody',
  export: 'Download as CSV',
  empty: 'No entries',
  emptyText: 'Changes, sign-ins and visits to dashboards and charts appear here.',
})

const kinds = defineTexts('auditLog.kind', {
  Annotation: 'Annotation',
  AnnotationLayer: 'Annotation layer',
  ApiKey: 'API key',
  BoundaryMap: 'Map',
  Chart: 'Chart',
  CssTemplate: 'CSS template',
  Dashboard: 'Dashboard',
  Database: 'Database',
  Dataset: 'Dataset',
  FilterSet: 'Filter set',
  Folder: 'Folder',
  Job: 'Job',
  Plugin: 'Plugin',
  Query: 'Query',
  ReportSchedule: 'Alert or report',
  Role: 'Role',
  RowRule: 'Rule',
  SavedQuery: 'Saved query',
  Tag: 'Tag',
  User: 'User',
})

const isKnown = (kind: string): kind is keyof typeof kinds => Object.hasOwn(kinds, kind)

/** Kinds of objects by the names that bundles use for them, which imports and exports log. */
const kindOfBundle: Readonly<Record<string, keyof typeof kinds>> = {
  Slice: 'Chart',
  SqlaTable: 'Dataset',
  chart: 'Chart',
  dashboard: 'Dashboard',
  database: 'Database',
  dataset: 'Dataset',
  saved_query: 'SavedQuery',
}

const hourMs = 3_600_000

/** A time some days ago, rounded to a full hour: a list with another time would be requested again. */
const daysAgo = (days: number, now: number) =>
  new Date((Math.floor(now / hourMs) - 24 * days) * hourMs).toISOString().slice(0, 19)

const userOptions: LoadOptions<FilterValue> = async (search, page) => {
  const filters = search === '' ? [] : [{ col: 'username', opr: 'ct', value: search }]
  const request = { page, pageSize: 100, filters, orderColumn: 'username', orderDirection: 'asc' } as const
  const { result, count } = await queryClient.fetchQuery(userListQuery(request))
  return { count, options: result.map(({ id, username }) => ({ value: id, label: username })) }
}

/** The log of this server: changes, sign-ins, rejected requests, visits. */
export function AuditLogScreen() {
  const t = useText()
  const nameOf = (row: LoggedAction) => row.user?.username ?? t(texts.nobody)
  const definition = (): ListDefinition<LoggedAction> => ({
    title: t(texts.title),
    query: logQuery,
    queryKeyRoot: 'log',
    defaultSort: { column: 'dttm', order: 'desc' },
    searchFilter: (value) => ({ col: 'action', opr: 'ct', value }),
    filters: [
      {
        key: 'user',
        label: t(texts.user),
        load: userOptions,
        toFilter: (value) => ({ col: 'user', opr: 'rel_o_m', value }),
      },
      {
        key: 'days',
        label: t(texts.period),
        options: [
          { value: 1, label: t(texts.day) },
          { value: 7, label: t(texts.week) },
          { value: 30, label: t(texts.month) },
        ],
        toFilter: (days) => ({ col: 'dttm', opr: 'gt', value: daysAgo(Number(days), Date.now()) }),
      },
    ],
    nameSort: 'action',
    titleOf: (row) => row.action,
    columns: [
      {
        key: 'time',
        label: t(texts.time),
        width: 150,
        sort: 'dttm',
        isQuiet: true,
        cell: (row) => <RelativeTime time={row.dttm} />,
      },
      {
        key: 'user',
        label: t(texts.user),
        width: 140,
        sort: 'user.username',
        hiddenBelow: 'narrow',
        cell: nameOf,
      },
      {
        key: 'action',
        label: t(texts.action),
        width: 220,
        sort: 'action',
        cell: (row) => (
          <span className={css.logged}>
            <span className={css.loggedName}>{row.action}</span>
            {row.outcome === 'ok' ? null : (
              <Tag tone="danger">{t(row.outcome === 'refused' ? texts.refused : texts.failed)}</Tag>
            )}
            <span className={css.loggedBy}>{nameOf(row)}</span>
          </span>
        ),
      },
      {
        key: 'object',
        label: t(texts.object),
        width: 180,
        isQuiet: true,
        hiddenBelow: 'narrow',
        cell: (row) => <LoggedObject row={row} />,
      },
      {
        key: 'address',
        label: t(texts.address),
        width: 130,
        isQuiet: true,
        hiddenBelow: 'medium',
        cell: (row) => row.address,
      },
      {
        key: 'details',
        label: t(texts.details),
        hiddenBelow: 'medium',
        cell: (row) => (
          <div className={css.details} title={row.json ?? undefined}>
            {row.json}
          </div>
        ),
      },
    ],
    canWrite: false,
    canExport: false,
    remove: () => Promise.reject(new Error('The log is never changed.')),
    deleteQuestion: () => null,
    bulkQuestion: '',
    bulkFailure: (message) => message,
    primary: (
      <ButtonLink href="/api/v1/log/export/" download icon={<Download size={14} />}>
        {t(texts.export)}
      </ButtonLink>
    ),
    empty: () => <EmptyState size="big" title={t(texts.empty)} text={t(texts.emptyText)} />,
  })
  return <ListScreen definition={definition} />
}

function LoggedObject({ row }: { row: LoggedAction }) {
  const t = useText()
  if (row.slice_id !== null)
    return <a href={`/explore/?slice_id=${row.slice_id}`}>{t(texts.chart, { id: String(row.slice_id) })}</a>
  if (row.dashboard_id === null) {
    const [named = '', id = ''] = row.object?.split(':') ?? []
    const kind = kindOfBundle[named] ?? named
    return `${isKnown(kind) ? t(kinds[kind]) : kind} ${id}`.trim()
  }
  return <a href={`/superset/dashboard/${row.dashboard_id}/`}>{t(texts.dashboard, { id: String(row.dashboard_id) })}</a>
}
