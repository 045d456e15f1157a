import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../api/failure.ts'
import { type VersionAgainst, type Versioned, type VersionPart, versionChangesQuery } from '../api/versions.ts'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { Tag } from '../ui/Tag.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './HistoryDialog.module.css'

const texts = defineTexts('history.changes', {
  list: 'Changes',
  none: 'There are no differences.',
  first: 'The oldest known version.',
  added: 'Added',
  removed: 'Removed',
  moved: 'Moved',
  before: 'Before',
  after: 'After',
  version: 'This version',
  now: 'Now',
})

const kinds = defineTexts('history.kind', {
  field: '{name}',
  control: '{name}',
  setting: '{name}',
  filter: 'Filter: {name}',
  component: 'Layout: {name}',
  column: 'Column: {name}',
  metric: 'Metric: {name}',
})

const fields = defineTexts('history.field', {
  slice_name: 'Name',
  viz_type: 'Chart type',
  datasource_id: 'Dataset',
  cache_timeout: 'Cache timeout',
  dashboard_title: 'Title',
  slug: 'URL slug',
  css: 'CSS',
  table_name: 'Name',
  sql: 'SQL',
  main_dttm_col: 'Default time column',
  adhoc_filters: 'Filters',
  groupby: 'Dimensions',
})

interface VersionChangesProps {
  of: Versioned
  version: number
  against: VersionAgainst
  /** whether nothing older is known */
  isFirst: boolean
}

/** The differences, part by part: added, removed and changed parts are marked differently, and not only by color. */
export function VersionChanges({ of, version, against, isFirst }: VersionChangesProps) {
  const t = useText()
  const { data, error, refetch } = useQuery(versionChangesQuery(of, version, against))
  if (error) return <ErrorPanel compact message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Spinner />
  if (data.length === 0)
    return <p className={css.nothing}>{t(isFirst && against === 'previous' ? texts.first : texts.none)}</p>
  return (
    <ul aria-label={t(texts.list)} className={css.parts}>
      {data.map((part) => (
        <Part key={`${part.kind} ${part.name} ${part.before} ${part.after}`} part={part} against={against} />
      ))}
    </ul>
  )
}

function Part({ part, against }: { part: VersionPart; against: VersionAgainst }) {
  const t = useText()
  const { kind, name, before, after, is_moved } = part
  const isKey = kind === 'field' || kind === 'control' || kind === 'setting'
  const known = Object.hasOwn(fields, name) ? t(fields[name as keyof typeof fields]) : wordsOf(name)
  const [was, is] = against === 'previous' ? [texts.before, texts.after] : [texts.version, texts.now]
  return (
    <li className={css.part}>
      <h3 className={css.partName}>
        {t(kinds[kind], { name: isKey ? known : name })}
        {before === null ? <Tag tone="success">{t(texts.added)}</Tag> : null}
        {after === null ? <Tag tone="danger">{t(texts.removed)}</Tag> : null}
        {is_moved ? <Tag tone="info">{t(texts.moved)}</Tag> : null}
      </h3>
      {before === after ? null : (
        <div className={css.sides}>
          {before === null ? null : (
            <div>
              <span className={css.side}>{t(was)}</span>
              <del className={css.text}>{before}</del>
            </div>
          )}
          {after === null ? null : (
            <div>
              <span className={css.side}>{t(is)}</span>
              <ins className={css.text}>{after}</ins>
            </div>
          )}
        </div>
      )}
    </li>
  )
}

/** `row_limit` as "Row limit". */
function wordsOf(key: string): string {
  const words = key.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
