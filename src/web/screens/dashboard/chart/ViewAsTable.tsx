import { ChevronLeft, ChevronRight, Copy, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ChartData } from '../../../../model/query/chartData.ts'
import { matchingRows, namedData, rowsAsText } from '../../../chart/dataRows.ts'
import { RawRows } from '../../../chart/RawRows.tsx'
import { DrillFrame } from '../../../drill/DrillFrame.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Tab, TabList, Tabs } from '../../../ui/Tabs.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useCopy } from '../../../ui/useCopy.ts'
import { datasetIdOf } from '../state/dashboardStore.ts'
import { useDashboard } from '../state/session.ts'
import css from './ChartDialogs.module.css'
import type { ChartDialogProps } from './chartDialogProps.ts'

const texts = defineTexts('dashboard.viewAsTable', {
  title: 'Chart Data: {title}',
  search: 'Search',
  rows: '{count, plural, one {# row} other {# rows}}',
  copy: 'Copy to clipboard',
  previous: 'Previous page',
  next: 'Next page',
  page: '{page} of {pages}',
  result: 'Results {number}',
  results: 'Results',
  noRows: 'No results were returned for this query',
})

const PAGE_SIZE = 20

/** The rows of a chart, with display names of columns, to search and copy. */
export default function ViewAsTable({ chart, title, onClose }: ChartDialogProps) {
  const t = useText()
  const results = useDashboard((state) => state.runs[chart.id]?.result) ?? []
  const [tab, setTab] = useState('0')
  const answer = results[Number(tab)]
  const names = useDashboard((state) => state.datasources?.get(datasetIdOf(chart.form_data) ?? -1)?.verboseMap)
  const data = useMemo(() => (answer && names ? namedData(answer, names) : answer), [answer, names])
  return (
    <DrillFrame title={t(texts.title, { title })} onClose={onClose}>
      {results.length > 1 ? (
        <Tabs value={tab} onChange={setTab} className={css.tabs}>
          <TabList label={t(texts.results)}>
            {results.map((_result, index) => (
              <Tab key={String(index)} value={String(index)}>
                {t(texts.result, { number: index + 1 })}
              </Tab>
            ))}
          </TabList>
        </Tabs>
      ) : null}
      {data ? <Rows key={tab} data={data} /> : null}
    </DrillFrame>
  )
}

function Rows({ data }: { data: ChartData }) {
  const t = useText()
  const copy = useCopy()
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(0)
  const found = useMemo(() => matchingRows(data, search), [data, search])
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
  const shown = found.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)
  return (
    <>
      <div className={css.tools}>
        <TextField
          hideLabel
          label={t(texts.search)}
          placeholder={t(texts.search)}
          icon={<Search size={14} />}
          className={css.search}
          value={search}
          onChange={(next) => {
            setSearch(next)
            setPage(0)
          }}
        />
        <Tag tone={found.length === 0 ? 'danger' : 'neutral'}>{t(texts.rows, { count: found.length })}</Tag>
        <span className={css.end}>
          <IconButton
            label={t(texts.copy)}
            icon={<Copy size={14} />}
            onClick={() => void copy(rowsAsText(data, found))}
          />
        </span>
      </div>
      <RawRows label={t(texts.results)} data={data} rows={shown} isReadable isFramed />
      {found.length === 0 ? <p className={css.none}>{t(texts.noRows)}</p> : null}
      {pages > 1 ? (
        <nav className={css.pager} aria-label={t(texts.results)}>
          <IconButton
            label={t(texts.previous)}
            icon={<ChevronLeft size={16} />}
            disabled={page === 0}
            onClick={() => setPage(page - 1)}
          />
          <span>{t(texts.page, { page: page + 1, pages })}</span>
          <IconButton
            label={t(texts.next)}
            icon={<ChevronRight size={16} />}
            disabled={page >= pages - 1}
            onClick={() => setPage(page + 1)}
          />
        </nav>
      ) : null}
    </>
  )
}
