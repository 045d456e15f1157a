import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Copy, Download, Search } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { shownType } from '../../../../charts/index.ts'
import { readFormData } from '../../../../charts/openFormData.ts'
import type { ChartData } from '../../../../model/query/chartData.ts'
import { can } from '../../../api/bootstrap.ts'
import { loadSamples, sourceKeyOf } from '../../../api/explore.ts'
import { messageOf } from '../../../api/failure.ts'
import { matchingRows, rowsAsCsv, rowsAsText, sortedRows } from '../../../chart/dataRows.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { saveFile } from '../../../ui/saveFile.ts'
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/Tabs.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useCopy } from '../../../ui/useCopy.ts'
import { RowCount } from '../chart/RunPills.tsx'
import { partsOf } from '../state/chartParts.ts'
import { useExplore, useExploreRun } from '../state/exploreContext.ts'
import css from './DataPanel.module.css'
import { DataTable } from './DataTable.tsx'
import { useOriginalColumns } from './useOriginalColumns.ts'

const texts = defineTexts('explore.data', {
  panel: 'Data',
  results: '{number, plural, =1 {Results} other {Results {number}}}',
  samples: 'Samples',
  search: 'Search',
  copy: 'Copy to clipboard',
  download: 'Download CSV',
  expand: 'Expand data panel',
  collapse: 'Collapse data panel',
  noResults: 'No results were returned for this query',
  samplesFailed: 'Sorry, an error occurred',
  noSamples: 'No samples were returned for this dataset',
  run: 'Run a query to display results',
})

const openKey = 'sextant.explore.dataPanel'

/** The rows of the chart and of the dataset; nothing is loaded while it is collapsed. */
export function DataPanel() {
  const t = useText()
  const { dataset, state } = useExplore()
  const { run } = useExploreRun()
  const [isOpen, setIsOpenNow] = useState(() => localStorage.getItem(openKey) === 'open')
  const [tab, setTab] = useState('result-0')
  const sources = useSourceResults(isOpen)
  const results = sources?.map(({ data }) => data) ?? run.answer?.data ?? []
  const isSamples = tab === 'samples'
  const samples = useQuery({
    queryKey: ['explore', 'samples', sourceKeyOf(dataset)],
    enabled: isOpen && isSamples && dataset.id !== null,
    queryFn: ({ signal }) => loadSamples(dataset, signal),
  })
  const data = isSamples ? samples.data : results[Number(tab.slice('result-'.length))]

  function setIsOpen(next: boolean) {
    setIsOpenNow(next)
    localStorage.setItem(openKey, next ? 'open' : 'closed')
  }

  const tabs = [
    ...(results.length === 0 ? [0] : results.keys()).map((index) => ({
      value: `result-${index}`,
      label: sources?.[index]?.name ?? t(texts.results, { number: index + 1 }),
    })),
    { value: 'samples', label: t(texts.samples) },
  ]
  const label = t(isOpen ? texts.collapse : texts.expand)
  return (
    <section className={css.panel} aria-label={t(texts.panel)} data-open={isOpen ? '' : undefined}>
      <Tabs
        value={tab}
        onChange={(next) => {
          setTab(next)
          setIsOpen(true)
        }}
        className={css.tabs}
      >
        <Table
          key={`${tab}:${run.endedAt}`}
          data={isOpen ? data : undefined}
          isOpen={isOpen}
          name={state.name}
          head={(tools) => (
            <div className={css.head}>
              <TabList label={t(texts.panel)} className={css.tabList}>
                {tabs.map(({ value, label: text }) => (
                  <Tab key={value} value={value} onClick={() => setIsOpen(value === tab ? !isOpen : true)}>
                    {text}
                  </Tab>
                ))}
              </TabList>
              {tools}
              <IconButton
                label={label}
                aria-expanded={isOpen}
                icon={isOpen ? <ChevronDown size={16} /> : <ChevronUp size={16} />}
                onClick={() => setIsOpen(!isOpen)}
              />
            </div>
          )}
        >
          {(table) => (
            <TabPanel value={tab} className={css.body}>
              {!isOpen ? null : isSamples && samples.isPending ? (
                <Spinner />
              ) : isSamples && samples.isError ? (
                <ErrorPanel
                  compact
                  title={t(texts.samplesFailed)}
                  message={messageOf(samples.error)}
                  onRetry={() => void samples.refetch()}
                />
              ) : data === undefined ? (
                <EmptyState size="small" picture={false} title={t(texts.run)} />
              ) : data.rowcount === 0 ? (
                <EmptyState size="small" picture={false} title={t(isSamples ? texts.noSamples : texts.noResults)} />
              ) : (
                table
              )}
            </TabPanel>
          )}
        </Table>
      </Tabs>
    </section>
  )
}

/** The results of the saved charts that the chart draws, with their names; undefined for all other charts. */
function useSourceResults(isOpen: boolean): { name: string; data: ChartData }[] | undefined {
  const { run } = useExploreRun()
  const { answer } = run
  const parts = partsOf(answer?.form['viz_type'])
  const drawsCharts = parts?.chart.drawsCharts === true
  const { data } = useQuery({
    queryKey: ['explore', 'sources', answer?.form, run.endedAt],
    enabled: isOpen && drawsCharts,
    queryFn: async () => {
      const { loadedSources } = await import('../../../chart/SourceCharts.tsx')
      return loadedSources(shownType(parts!.chart), readFormData(parts!.chart, parts!.query, answer!.form))
    },
  })
  return drawsCharts ? data?.flatMap((source) => ('data' in source ? [source] : [])) : undefined
}

interface TableProps {
  data: ChartData | undefined
  isOpen: boolean
  name: string
  head: (tools: ReactNode) => ReactNode
  children: (table: ReactNode) => ReactNode
}

function Table({ data, isOpen, name, head, children }: TableProps) {
  const t = useText()
  const copy = useCopy()
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<{ column: number; isDescending: boolean }>()
  const [original, setOriginal] = useOriginalColumns()
  const found = useMemo(() => (data ? matchingRows(data, search) : []), [data, search])
  const rows = useMemo(
    () => (data && sort ? sortedRows(data, found, sort.column, sort.isDescending) : found),
    [data, found, sort],
  )
  const tools =
    isOpen && data ? (
      <div className={css.tools}>
        <RowCount count={rows.length} />
        <TextField
          hideLabel
          label={t(texts.search)}
          placeholder={t(texts.search)}
          icon={<Search size={14} />}
          className={css.search}
          value={search}
          onChange={setSearch}
        />
        <IconButton label={t(texts.copy)} icon={<Copy size={14} />} onClick={() => void copy(rowsAsText(data, rows))} />
        {can('can_csv', 'Superset') ? (
          <IconButton
            label={t(texts.download)}
            icon={<Download size={14} />}
            onClick={() => saveFile(new Blob([rowsAsCsv(data, rows)], { type: 'text/csv' }), name, 'csv')}
          />
        ) : null}
      </div>
    ) : null
  return (
    <>
      {head(tools)}
      {children(
        data ? (
          <DataTable
            data={data}
            rows={rows}
            sort={sort}
            onSort={setSort}
            original={original}
            onOriginal={setOriginal}
          />
        ) : null,
      )}
    </>
  )
}
