import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Plus, Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { charts as chartTypes, nameOf, pictureOf } from '../../../../../charts/index.ts'
import { chartsIn } from '../../../../../model/dashboard/layout.ts'
import { newComponent } from '../../../../../model/dashboardEdit/layoutEdit.ts'
import { currentUser, hasFlag } from '../../../../api/bootstrap.ts'
import { type ChartSummary, chartPagesQuery, datasetLabel } from '../../../../api/charts.ts'
import { messageOf } from '../../../../api/failure.ts'
import { ChartIcon } from '../../../../cover/ChartIcon.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { Checkbox } from '../../../../ui/Checkbox.tsx'
import { parseUtc, RelativeTime } from '../../../../ui/RelativeTime.tsx'
import { SpinnerRing } from '../../../../ui/Spinner.tsx'
import { Select } from '../../../../ui/select/Select.tsx'
import { TextField } from '../../../../ui/TextField.tsx'
import { defineTexts, usePlainText, useText } from '../../../../ui/text.ts'
import { useDebounced } from '../../../../ui/useDebounced.ts'
import { useDashboard, useSession } from '../../state/session.ts'
import { newId } from '../editStore.ts'
import css from './BuilderPane.module.css'
import { Card } from './Card.tsx'
import { CardList } from './CardList.tsx'

const texts = defineTexts('dashboard.edit.charts', {
  create: 'Create new chart',
  filter: 'Filter your charts',
  sort: 'Sort charts',
  recent: 'Sort by recent',
  name: 'Sort by name',
  vizType: 'Sort by viz type',
  dataset: 'Sort by dataset',
  mine: 'Show only my charts',
  list: 'Charts',
  none: 'No charts found',
  more: 'Show more ({shown, number} of {count, number})',
  failed: 'Sorry there was an error fetching saved charts: {reason}',
  unknown: 'Could not fetch all saved charts',
})

const SEARCH_DELAY_MS = 300
const PAGE_SIZE = 200
const mineKey = 'sextant.builder.onlyMine'

const orders = {
  recent: ['changed_on_delta_humanized', 'desc'],
  name: ['slice_name', 'asc'],
  vizType: ['viz_type', 'asc'],
  dataset: ['datasource_name', 'asc'],
} as const
type Order = keyof typeof orders

/** With native filters, dashboards no longer offer filter boxes. */
const filterTiles = hasFlag('DASHBOARD_NATIVE_FILTERS')
  ? chartTypes
      .filter(({ filtersDashboard }) => filtersDashboard)
      .map(({ type }) => ({ col: 'viz_type', opr: 'neq', value: type }))
  : []

/** Saved charts that can be added. */
export function ChartCards() {
  const t = useText()
  const { item } = useSession()
  const placed = useDashboard((state) => chartsIn(state.layout.root))
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<Order>('recent')
  const [isMine, setIsMine] = useState(() => localStorage.getItem(mineKey) === 'true')
  const text = useDebounced(search.trim(), SEARCH_DELAY_MS)
  const [orderColumn, orderDirection] = orders[order]
  const charts = useInfiniteQuery({
    ...chartPagesQuery({
      filters: [
        ...filterTiles,
        ...(text === '' ? [] : [{ col: 'slice_name', opr: 'chart_all_text', value: text }]),
        ...(isMine ? [{ col: 'owners', opr: 'rel_m_m', value: currentUser.userId ?? 0 }] : []),
      ],
      orderColumn,
      orderDirection,
      pageSize: PAGE_SIZE,
    }),
    placeholderData: keepPreviousData,
    // a chart that was just created in another browser tab is listed when the user returns
    refetchOnWindowFocus: 'always',
  })
  const found = charts.data?.pages.flatMap(({ result }) => result)
  const count = charts.data?.pages[0]?.count ?? 0
  return (
    <>
      <div className={css.filters}>
        <TextField
          label={t(texts.filter)}
          hideLabel
          placeholder={t(texts.filter)}
          icon={<Search size={14} />}
          value={search}
          onChange={setSearch}
        />
        <Select
          label={t(texts.sort)}
          searchable={false}
          value={order}
          onChange={(next) => setOrder(next ?? 'recent')}
          options={(['recent', 'name', 'vizType', 'dataset'] as const).map((value) => ({
            value,
            label: t(texts[value]),
          }))}
        />
      </div>
      <div className={css.line}>
        <Checkbox
          label={t(texts.mine)}
          checked={isMine}
          onChange={(next) => {
            setIsMine(next)
            localStorage.setItem(mineKey, String(next))
          }}
        />
        <a className={css.create} href={`/chart/add?dashboard_id=${item.id}`} target="_blank" rel="noreferrer">
          <Plus size={13} />
          {t(texts.create)}
        </a>
      </div>
      <div className={css.cards} aria-busy={charts.isFetching || text !== search.trim()}>
        {charts.error ? (
          <p role="alert">{t(texts.failed, { reason: messageOf(charts.error) || t(texts.unknown) })}</p>
        ) : null}
        {charts.isPending ? <SpinnerRing /> : null}
        {found?.length === 0 ? <p className={css.note}>{t(texts.none)}</p> : null}
        <CardList label={t(texts.list)}>
          {found?.map((chart) => (
            <ChartOption key={chart.id} chart={chart} isAdded={placed.includes(chart.id)} />
          ))}
        </CardList>
        {charts.hasNextPage ? (
          <More
            label={t(texts.more, { shown: found?.length ?? 0, count })}
            isBusy={charts.isFetchingNextPage}
            onMore={() => {
              if (!charts.isFetching) void charts.fetchNextPage()
            }}
          />
        ) : null}
      </div>
    </>
  )
}

/** The end of the loaded items: when visible or clicked, it loads more. */
function More({ label, isBusy, onMore }: { label: string; isBusy: boolean; onMore: () => void }) {
  const ref = useRef<HTMLDivElement>(null)
  const onSight = useEffectEvent(onMore)
  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) onSight()
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={ref} className={css.more}>
      <Button variant="quiet" busy={isBusy} onClick={onMore}>
        {label}
      </Button>
    </div>
  )
}

function ChartOption({ chart, isAdded }: { chart: ChartSummary; isAdded: boolean }) {
  const plain = usePlainText()
  const name = chart.slice_name ?? ''
  return (
    <Card
      label={name}
      icon={<ChartIcon picture={pictureOf(chart.viz_type)} size={15} />}
      isAdded={isAdded}
      make={() => newComponent('CHART', newId('CHART'), { chartId: chart.id, sliceName: name })}
      facts={
        <>
          {plain(nameOf(chart.viz_type))}
          {datasetLabel(chart) ? ` · ${datasetLabel(chart)}` : ''}
          {' · '}
          <RelativeTime time={parseUtc(chart.changed_on_utc)} />
        </>
      }
    />
  )
}
