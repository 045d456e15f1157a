import { SquarePen } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import type { LayoutNode } from '../../../../../model/dashboard/layout.ts'
import { changeMeta } from '../../../../../model/dashboardEdit/layoutEdit.ts'
import { can } from '../../../../api/bootstrap.ts'
import { ButtonLink } from '../../../../ui/Button.tsx'
import { classes } from '../../../../ui/classes.ts'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { ChartBody } from '../../chart/ChartBody.tsx'
import card from '../../chart/ChartCard.module.css'
import header from '../../chart/ChartHeader.module.css'
import { MissingChart } from '../../chart/MissingChart.tsx'
import { useDashboard } from '../../state/session.ts'
import { useVisibilityRef } from '../../state/visibility.ts'
import { useEdit, useEditor } from '../editStore.ts'
import css from './EditChart.module.css'
import { EditItem } from './EditItem.tsx'
import { InPlaceText } from './InPlaceText.tsx'

const texts = defineTexts('dashboard.edit.chart', {
  title: 'Title on this dashboard',
  edit: 'Edit chart {title}',
  loading: 'Loading the chart',
})

interface EditChartProps {
  node: LayoutNode
  columns: number
  className: string | undefined
  style: CSSProperties
  handles: ReactNode
}

const nothing = () => undefined

/** A chart in edit mode: the chart itself is not interactive, its title is the name on this dashboard. */
export function EditChart({ node, columns, className, style, handles }: EditChartProps) {
  const t = useText()
  const editor = useEditor()
  const { chartId, sliceName, sliceNameOverride } = node.meta
  const chart = useDashboard((state) => (chartId === undefined ? undefined : state.charts.get(chartId)))
  const isLost = useEdit(({ lostCharts }) => chartId !== undefined && lostCharts.has(chartId))
  const visibility = useVisibilityRef(chartId ?? -1)
  const title = sliceNameOverride || chart?.slice_name || sliceName || ''
  return (
    <EditItem
      node={node}
      columns={columns}
      className={className}
      style={style}
      resizable={handles}
      toolbar={
        chart && can('can_explore', 'Superset') ? (
          <ButtonLink
            variant="quiet"
            size="xs"
            square
            href={`/explore/?slice_id=${chart.id}`}
            target="_blank"
            rel="noreferrer"
            aria-label={t(texts.edit, { title })}
            icon={<SquarePen size={14} />}
          />
        ) : null
      }
    >
      {isLost || chartId === undefined ? (
        <MissingChart name={title} />
      ) : (
        <div
          key={chartId}
          ref={chart ? visibility : undefined}
          className={classes(card.card, css.card)}
          data-chart-id={chartId}
        >
          <div className={header.header}>
            <InPlaceText
              label={t(texts.title)}
              className={css.title}
              value={title}
              onCommit={(text) =>
                editor.apply(
                  changeMeta(editor.position(), node.id, { sliceNameOverride: text === chart?.slice_name ? '' : text }),
                )
              }
            />
          </div>
          {chart ? (
            <div inert className={css.body}>
              <ChartBody chart={chart} title={title} onMarkContextMenu={nothing} />
            </div>
          ) : (
            <p className={css.loading}>{t(texts.loading)}</p>
          )}
        </div>
      )}
    </EditItem>
  )
}
