import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ChartColumn, ChartLine, ChevronDown, Copy, Download, Search } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import type { StatementResult } from '../../../../model/sqlLab/sqlLabAnswers.ts'
import { can } from '../../../api/bootstrap.ts'
import { ApiError, messageOf } from '../../../api/failure.ts'
import { csvAddress, editorDatabasesQuery, editorDialectQuery } from '../../../api/sqlLab.ts'
import { exploreColumns } from '../../../saveDataset/exploreColumns.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { RegionBoundary } from '../../../ui/RegionBoundary.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { saveFile } from '../../../ui/saveFile.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import { useCopy } from '../../../ui/useCopy.ts'
import type { LabQuery, LabTab } from '../state/labTypes.ts'
import { foundRows, orderedRows, type ResultSort, rowsAsJson, rowsAsText } from './cells.ts'
import { limitNote } from './limitNote.ts'
import { NameResultButton } from './NameResultButton.tsx'
import { ResultGrid } from './ResultGrid.tsx'
import { type ResultRows, resultQuery } from './resultQuery.ts'
import css from './South.module.css'
import { SqlDialog } from './SqlDialog.tsx'

const ResultChart = lazy(() => import('./ResultChart.tsx'))

const texts = defineTexts('sqlLab.result', {
  createChart: 'Create Chart',
  noQueryId: 'Unable to create chart without a query id.',
  csv: 'Download to CSV',
  download: 'Download other files',
  excel: 'Excel file',
  json: 'JSON file',
  copy: 'Copy to Clipboard',
  chart: 'Chart',
  filter: 'Filter results',
  rows: '{count, plural, one {# row} other {# rows}} returned',
  matching: '{found, plural, one {# row} other {# rows}} of {count}',
  noData: 'The query returned no data',
  noMatch: 'No row contains this text.',
  changed: '{count, plural, one {# row} other {# rows}} changed',
  failed: 'Failed at retrieving results',
  gone: 'No stored results found, you need to re-run your query',
  refetch: 'Refetch results',
  fetchPreview: 'Fetch data preview',
  source: 'Source SQL',
  executed: 'Executed SQL',
  showSql: 'SQL of the result: {sql}',
  excelFailed: 'The Excel file could not be written: {message}',
})

type Shown = Pick<
  LabQuery,
  'id' | 'queryId' | 'sql' | 'executedSql' | 'rows' | 'resultsKey' | 'limitingFactor' | 'limit'
> &
  Partial<Pick<StatementResult, 'kind'>>

export interface ResultTableProps {
  tab: LabTab
  /** the query, or one of its statements */
  result: Shown
  isPreview?: boolean
  /** whether this is the result of a statement before the last one, which the server does not offer as a file */
  isPart?: boolean
  onRerun?: () => void
}

const chartKey = 'sextant.sqlLab.chart'

/** Stores whether a result is shown as a chart or as rows, so that the next result is shown in the same way. */
function storedChart(isShown: boolean): boolean {
  localStorage.setItem(chartKey, isShown ? 'shown' : 'hidden')
  return isShown
}

/** The rows of a result, with its actions. */
export function ResultTable({ tab, result, isPreview = false, isPart = false, onRerun }: ResultTableProps) {
  const t = useText()
  const stored = useQuery(resultQuery(result.resultsKey))
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<ResultSort>()
  const [showsChart, setShowsChart] = useState(() => localStorage.getItem(chartKey) === 'shown')
  const searched = useDeferredValue(search)
  const isEmbedded = useQuery(editorDialectQuery(tab.databaseId)).data?.samples === true
  const rows = stored.data
  const found = useMemo(() => (rows ? foundRows(rows, searched) : []), [rows, searched])
  const ordered = useMemo(() => (rows ? orderedRows(rows, found, sort) : []), [rows, found, sort])

  if (result.resultsKey === null) {
    const isChange = result.kind !== undefined && result.kind !== 'select'
    return <p className={css.note}>{isChange ? t(texts.changed, { count: result.rows ?? 0 }) : t(texts.noData)}</p>
  }
  if (stored.isPending) return <Spinner />
  if (stored.isError || !rows) {
    const isGone = stored.error instanceof ApiError && [404, 410].includes(stored.error.status)
    const actions = onRerun ? (
      <Button onClick={onRerun}>{t(isPreview ? texts.fetchPreview : texts.refetch)}</Button>
    ) : undefined
    return (
      <div className={css.error}>
        <ErrorPanel
          kind="warning"
          title={t(isGone ? texts.gone : texts.failed)}
          message={messageOf(stored.error)}
          actions={actions}
          onRetry={isGone ? undefined : () => void stored.refetch()}
        />
      </div>
    )
  }
  if (rows.count === 0) return <p className={css.note}>{t(texts.noData)}</p>
  const canChart = !isPreview && !isPart && result.queryId > 0
  const charted = canChart && showsChart
  const note = isPreview ? undefined : limitNote(result.limitingFactor)
  return (
    <>
      <div className={css.tools}>
        {isPreview || isPart ? null : <CreateChart tab={tab} queryId={result.queryId} />}
        <Files tab={tab} result={result} rows={rows} isPart={isPart} />
        <CopyButton rows={rows} order={ordered} />
        {canChart ? (
          <Button
            icon={<ChartColumn size={14} />}
            active={showsChart}
            aria-pressed={showsChart}
            onClick={() => setShowsChart(storedChart(!showsChart))}
          >
            {t(texts.chart)}
          </Button>
        ) : null}
        {isEmbedded && !isPreview && tab.id > 0 ? <NameResultButton tab={tab} resultsKey={result.resultsKey} /> : null}
        <span className={css.space} />
        <RowCount count={result.rows ?? rows.count} found={search === '' ? undefined : found.length} />
        <TextField
          label={t(texts.filter)}
          hideLabel
          type="search"
          className={css.search}
          icon={<Search size={14} />}
          placeholder={t(texts.filter)}
          value={search}
          onChange={setSearch}
        />
      </div>
      {isPreview ? null : <SqlLine result={result} />}
      {note ? (
        <div className={css.warning}>
          <Banner tone="warning">{t(note, { rows: result.rows ?? rows.count })}</Banner>
        </div>
      ) : null}
      {ordered.length === 0 ? (
        <p className={css.note}>{t(texts.noMatch)}</p>
      ) : (
        <div className={charted ? css.beside : css.alone}>
          <ResultGrid rows={rows} order={ordered} sort={sort} onSort={setSort} />
          {charted ? (
            <RegionBoundary>
              <Suspense fallback={<Spinner />}>
                <ResultChart key={result.queryId} queryId={result.queryId} name={tab.label} columns={rows.columns} />
              </Suspense>
            </RegionBoundary>
          ) : null}
        </div>
      )}
    </>
  )
}

/** Opens the result as a chart. Its source is the query itself, until it is saved as a dataset. */
function CreateChart({ tab, queryId }: { tab: LabTab; queryId: number }) {
  const t = useText()
  const { history } = useRouter()
  const [isBusy, setIsBusy] = useState(false)
  const databases = useQuery(editorDatabasesQuery)
  const isAllowed = databases.data?.find(({ id }) => id === tab.databaseId)?.allows_virtual_table_explore !== false
  if (!isAllowed || !can('can_explore', 'Superset')) return null

  async function open(isNewPage: boolean) {
    if (!queryId) {
      toast.danger(t(texts.noQueryId))
      return
    }
    setIsBusy(true)
    // opened during the click, because the browser would block it later
    const page = isNewPage ? window.open('about:blank', '_blank') : null
    try {
      const address = await exploreColumns({ id: queryId, type: 'query' })
      if (page) page.location.assign(address)
      else history.push(address)
    } catch (error) {
      page?.close()
      toast.danger(messageOf(error))
    }
    setIsBusy(false)
  }

  return (
    <Button
      className={css.chartAction}
      icon={<ChartLine size={14} />}
      busy={isBusy}
      onClick={(event) => void open(event.ctrlKey || event.metaKey)}
    >
      {t(texts.createChart)}
    </Button>
  )
}

interface FilesProps {
  tab: LabTab
  result: Shown
  rows: ResultRows
  isPart: boolean
}

function Files({ tab, result, rows, isPart }: FilesProps) {
  const t = useText()
  if (!can('can_export_csv', 'SQLLab')) return null
  const excel = async () => {
    try {
      const { excelFile } = await import('./excelFile.ts')
      saveFile(excelFile(rows), tab.label, 'xlsx')
    } catch (error) {
      toast.danger(t(texts.excelFailed, { message: messageOf(error) }))
    }
  }
  const more = (
    <IconButton
      variant="default"
      className={isPart ? undefined : css.last}
      label={t(texts.download)}
      icon={isPart ? <Download size={14} /> : <ChevronDown size={14} />}
    />
  )
  return (
    <span className={css.group}>
      {isPart ? null : (
        <ButtonLink className={css.first} icon={<Download size={14} />} href={csvAddress(result.id)} download>
          {t(texts.csv)}
        </ButtonLink>
      )}
      <Menu
        trigger={more}
        items={[
          { label: t(texts.excel), onSelect: () => void excel() },
          {
            label: t(texts.json),
            onSelect: () => saveFile(new Blob([rowsAsJson(rows)], { type: 'application/json' }), tab.label, 'json'),
          },
        ]}
      />
    </span>
  )
}

function CopyButton({ rows, order }: { rows: ResultRows; order: readonly number[] }) {
  const t = useText()
  const copy = useCopy()
  return (
    <Button icon={<Copy size={14} />} onClick={() => void copy(rowsAsText(rows, order))}>
      {t(texts.copy)}
    </Button>
  )
}

function RowCount({ count, found }: { count: number; found: number | undefined }) {
  const t = useText()
  const all = t(texts.rows, { count })
  return (
    <Tooltip text={all}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its tooltip is for keyboard users too */}
      <span tabIndex={0}>
        <Tag>{found === undefined ? all : t(texts.matching, { found, count })}</Tag>
      </span>
    </Tooltip>
  )
}

/** The SQL of the result in one line; a click shows the written and the executed SQL. */
function SqlLine({ result }: { result: Shown }) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const sql = (result.executedSql ?? result.sql).replaceAll(/\s+/g, ' ').trim().slice(0, 500)
  return (
    <div className={css.line}>
      <button type="button" className={css.sql} aria-label={t(texts.showSql, { sql })} onClick={() => setIsOpen(true)}>
        {sql}
      </button>
      <SqlDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        parts={[
          { title: t(texts.source), sql: result.sql },
          ...(result.executedSql ? [{ title: t(texts.executed), sql: result.executedSql }] : []),
        ]}
      />
    </div>
  )
}
