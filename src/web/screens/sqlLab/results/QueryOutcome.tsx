import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '../../../api/bootstrap.ts'
import { editorDatabasesQuery, tableDataset } from '../../../api/sqlLab.ts'
import { exploreColumns } from '../../../saveDataset/exploreColumns.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx'
import { SpinnerRing } from '../../../ui/Spinner.tsx'
import { defineTexts, useRichText, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import { addTab, tell } from '../state/lab.ts'
import { isRunning } from '../state/labChanges.ts'
import { labTexts } from '../state/labTexts.ts'
import type { LabDatabase, LabQuery, LabTab } from '../state/labTypes.ts'
import { stop } from '../state/running.ts'
import { ResultTable } from './ResultTable.tsx'
import css from './South.module.css'
import { SqlDialog } from './SqlDialog.tsx'

const texts = defineTexts('sqlLab.outcome', {
  running: 'Running',
  pending: 'Waiting to run',
  stop: 'Stop',
  track: 'Track job',
  stopped: 'Query was stopped',
  error: '{engine} Error',
  timeout: 'Timeout error',
  atLine: '{message} (line {line})',
  atColumn: '{message} (line {line}, column {column})',
  syntax: 'Syntax error',
  access: 'Access error',
  parameters: 'Parameter error',
  database: 'Database error',
  details: 'See query details',
  source: 'Source SQL',
  executed: 'Executed SQL',
  created: 'Table [<b>{name}</b>] was created',
  viewCreated: 'View [<b>{name}</b>] was created',
  newTab: 'Query in a new tab',
  explore: 'Explore',
  statement: 'Statement {number}',
  statements: 'Statements',
})

export interface QueryOutcomeProps {
  tab: LabTab
  database: LabDatabase | undefined
  query: LabQuery
  /** whether these are the first rows of a table */
  isPreview?: boolean
  onRerun?: () => void
}

/** The outcome of a query: progress, an error, a table, or the rows of each statement. */
export function QueryOutcome(props: QueryOutcomeProps) {
  const { query, isPreview = false } = props
  const t = useText()
  if (isRunning(query)) return <Progress query={query} />
  if (query.state === 'stopped') return <p className={css.note}>{t(texts.stopped)}</p>
  if (query.state === 'failed' || query.state === 'timed_out') return <Failure {...props} />
  if (query.ctas && query.tempTable !== null) return <Created {...props} />
  const statements = query.extra.statements ?? []
  return statements.length > 1 && !isPreview ? <Statements {...props} /> : <ResultTable {...props} result={query} />
}

/** One result per statement; initially the last one is shown. */
function Statements(props: QueryOutcomeProps) {
  const t = useText()
  const statements = props.query.extra.statements ?? []
  const [shown, setShown] = useState(statements.length - 1)
  const statement = statements[shown]
  return (
    <>
      <div className={css.statements}>
        <SegmentedControl
          label={t(texts.statements)}
          value={String(shown)}
          onChange={(value) => setShown(Number(value))}
          options={statements.map((_each, at) => ({
            value: String(at),
            label: t(texts.statement, { number: at + 1 }),
          }))}
        />
      </div>
      {statement ? (
        <ResultTable
          key={shown}
          {...props}
          result={{ ...props.query, ...statement, executedSql: statement.sql }}
          isPart={shown < statements.length - 1}
        />
      ) : null}
    </>
  )
}

function Progress({ query }: { query: LabQuery }) {
  const t = useText()
  const words = query.extra.progress ?? t(query.state === 'running' ? texts.running : texts.pending)
  return (
    <output className={css.middle}>
      <div className={css.progress}>
        <SpinnerRing />
        <span>{words}</span>
        {query.progress > 0 ? <progress max={100} value={query.progress} aria-label={words} /> : null}
        <Button size="xs" onClick={() => void stop(query)}>
          {t(texts.stop)}
        </Button>
      </div>
      {query.trackingUrl ? (
        <a href={query.trackingUrl} target="_blank" rel="noreferrer">
          {t(texts.track)}
        </a>
      ) : null}
    </output>
  )
}

const titles: Record<string, keyof typeof texts> = {
  SQLLAB_TIMEOUT_ERROR: 'timeout',
  BACKEND_TIMEOUT_ERROR: 'timeout',
  TABLE_SECURITY_ACCESS_ERROR: 'access',
  MISSING_TEMPLATE_PARAMS_ERROR: 'parameters',
  INVALID_TEMPLATE_PARAMS_ERROR: 'parameters',
  SYNTAX_ERROR: 'syntax',
}

function Failure({ query, onRerun }: QueryOutcomeProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const { fault } = query
  const known = titles[fault?.code ?? '']
  const title = fault?.engine ? t(texts.error, { engine: fault.engine }) : t(texts[known ?? 'database'])
  return (
    <div className={css.error}>
      <ErrorPanel
        kind={query.state === 'timed_out' ? 'timeout' : 'error'}
        title={title}
        message={placed(t, fault?.message ?? query.errorMessage ?? '', query)}
        details={fault?.details}
        onRetry={onRerun}
        actions={<Button onClick={() => setIsOpen(true)}>{t(texts.details)}</Button>}
      />
      <SqlDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        parts={[
          { title: t(texts.source), sql: query.sql },
          ...(query.executedSql ? [{ title: t(texts.executed), sql: query.executedSql }] : []),
        ]}
      />
    </div>
  )
}

/** The message with its position, unless it already contains the line, in any language. */
function placed(t: ReturnType<typeof useText>, message: string, { fault }: LabQuery): string {
  const position = fault?.position
  if (!position || new RegExp(`\\b${position.line}\\b`).test(message)) return message
  const { line, column } = position
  return column === null ? t(texts.atLine, { message, line }) : t(texts.atColumn, { message, line, column })
}

function Created({ tab, query }: QueryOutcomeProps) {
  const t = useText()
  const rich = useRichText()
  const name = [query.tempSchema, query.tempTable].filter((part) => part !== null).join('.')
  const isView = /^\s*create view/i.test(query.executedSql ?? '')
  const sql = `SELECT *\nFROM ${name}`
  return (
    <div className={css.middle}>
      <output className={css.created}>
        {rich(isView ? texts.viewCreated : texts.created, { name, b: (parts) => <b>{parts}</b> })}
      </output>
      <div className={css.buttons}>
        <ExploreTable tab={tab} query={query} />
        <Button onClick={() => void addTab({ label: name, sql, databaseId: tab.databaseId, schema: tab.schema })}>
          {t(texts.newTab)}
        </Button>
      </div>
    </div>
  )
}

/** Opens a created table as a chart in a new browser tab, with a dataset of it. */
function ExploreTable({ tab, query }: Pick<QueryOutcomeProps, 'tab' | 'query'>) {
  const t = useText()
  const { history } = useRouter()
  const [isBusy, setIsBusy] = useState(false)
  const databases = useQuery(editorDatabasesQuery)
  const isAllowed = databases.data?.find(({ id }) => id === tab.databaseId)?.allows_virtual_table_explore !== false
  if (!isAllowed || !can('can_explore', 'Superset') || !can('can_write', 'Dataset')) return null

  async function open() {
    setIsBusy(true)
    toast.info({ text: labTexts.exploring })
    // opened during the click, because the browser would block it later
    const page = window.open('about:blank', '_blank')
    try {
      const id = await tableDataset({
        database_id: tab.databaseId ?? 0,
        table_name: query.tempTable ?? '',
        schema: query.tempSchema ?? tab.schema,
      })
      const address = await exploreColumns({ id, type: 'table' })
      if (page) page.location.assign(address)
      else history.push(address)
    } catch (error) {
      page?.close()
      tell(labTexts.creatingDataset)(error)
    }
    setIsBusy(false)
  }

  return (
    <Button busy={isBusy} onClick={() => void open()}>
      {t(texts.explore)}
    </Button>
  )
}
