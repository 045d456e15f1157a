import { Ellipsis, Maximize2, Minimize2, Zap } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { visibleParts } from '../../../../model/dashboard/dashboardUrl.ts'
import { isCombined } from '../../../../model/query/pointCells.ts'
import { can } from '../../../api/bootstrap.ts'
import type { DashboardChart } from '../../../api/dashboardView.ts'
import { classes } from '../../../ui/classes.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { modKey } from '../../../ui/Kbd.tsx'
import { Menu, type MenuItems } from '../../../ui/Menu.tsx'
import { parseUtc, RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { defineTexts, useRichText, useText } from '../../../ui/text.ts'
import { setFullSize } from '../state/actions.ts'
import { useDashboard, useSession } from '../state/session.ts'
import css from './ChartHeader.module.css'
import { exploreHref } from './exploreHref.ts'
import { FilterBadge } from './FilterBadge.tsx'

const texts = defineTexts('dashboard.chartHeader', {
  edit: 'Click to edit {title}.',
  newTab: 'Use {key} + click to open in a new tab.',
  enter: 'Enter fullscreen',
  exit: 'Exit fullscreen',
  more: 'More about {title}',
  cached: 'Cached {time}',
  rows: '{count, plural, one {# row} other {# rows}}',
  limit: 'Limit reached',
})

const AnnotationStatus = lazy(() => import('./AnnotationStatus.tsx'))
const ChartLeftOut = lazy(() => import('./ChartLeftOut.tsx'))

interface ChartHeaderProps {
  chart: DashboardChart
  title: string
  isBigNumber: boolean
  menu: MenuItems
}

/** Title, badge and, on hover or focus, the buttons of a tile. */
export function ChartHeader({ chart, title, isBigNumber, menu }: ChartHeaderProps) {
  const t = useText()
  const { store, openedWith } = useSession()
  const isFull = useDashboard((state) => state.fullSizeChartId === chart.id)
  const hasControls = visibleParts(openedWith).chartControls
  const mayLack = useDashboard((state) => state.runs[chart.id]?.result?.some((data) => data.left_out))
  return (
    <header className={classes(css.header, isBigNumber && css.quiet)}>
      <h2 className={css.title} dir="auto">
        {can('can_explore', 'Superset') ? (
          <a
            href={exploreHref(chart.id, store.getState().id)}
            title={`${t(texts.edit, { title })}\n${t(texts.newTab, { key: modKey === 'Ctrl' ? 'ctrl' : modKey })}`}
          >
            {title}
          </a>
        ) : (
          <span title={title}>{title}</span>
        )}
      </h2>
      <div className={css.end}>
        {hasControls ? <Facts chart={chart} /> : null}
        {mayLack ? (
          <Suspense>
            <ChartLeftOut chart={chart} title={title} />
          </Suspense>
        ) : null}
        {(chart.form_data['annotation_layers'] as unknown[] | undefined)?.length ? (
          <Suspense>
            <AnnotationStatus chart={chart} />
          </Suspense>
        ) : null}
        <FilterBadge chartId={chart.id} />
        {hasControls ? (
          <div className={classes(css.controls, isFull && css.shown)}>
            <span className={css.fullSize}>
              <IconButton
                size="xs"
                label={t(isFull ? texts.exit : texts.enter)}
                icon={isFull ? <Minimize2 size={14} /> : <Maximize2 size={14} />}
                onClick={() => setFullSize(store, isFull ? undefined : chart.id)}
              />
            </span>
            <Menu
              align="end"
              items={menu}
              trigger={
                <IconButton size="xs" tooltip={false} label={t(texts.more, { title })} icon={<Ellipsis size={16} />} />
              }
            />
          </div>
        ) : null}
      </div>
    </header>
  )
}

/**
 * The age of cached data, and whether the row limit was reached, unless `ChartLeftOut` shows which rows are missing.
 */
function Facts({ chart }: { chart: DashboardChart }) {
  const t = useText()
  const rich = useRichText()
  const first = useDashboard((state) => state.runs[chart.id]?.result?.[0])
  if (!first) return null
  const limit = Number(chart.form_data['row_limit'])
  const isCut = !first.left_out && !isCombined(first) && limit > 0 && first.rowcount >= limit
  if (!isCut && !first.cached_dttm) return null
  return (
    <span className={css.facts}>
      {first.is_cached && first.cached_dttm ? (
        <span className={css.cached}>
          <Zap size={12} />
          <span>{rich(texts.cached, { time: <RelativeTime key="time" time={parseUtc(first.cached_dttm)} /> })}</span>
        </span>
      ) : null}
      {isCut ? (
        <Tag tone="warning" title={t(texts.limit)}>
          {t(texts.rows, { count: first.rowcount })}
        </Tag>
      ) : null}
    </span>
  )
}
