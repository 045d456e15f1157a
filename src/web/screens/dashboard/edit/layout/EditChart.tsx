import { CornerUpRight, SquarePen } from 'lucide-react'
import { type CSSProperties, lazy, type ReactNode, useState } from 'react'
import type { LayoutNode } from '../../../../../model/dashboard/layout.ts'
import { changeMeta } from '../../../../../model/dashboardEdit/layoutEdit.ts'
import { can } from '../../../../api/bootstrap.ts'
import { ButtonLink } from '../../../../ui/Button.tsx'
import { classes } from '../../../../ui/classes.ts'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { LazyPart } from '../../../../ui/LazyPart.tsx'
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

const GoToDialog = lazy(() => import('./GoToDialog.tsx'))

const texts = defineTexts('dashboard.edit.chart', {
  title: 'Title on this dashboard',
  edit: 'Edit chart {title}',
  goTo: 'Links from the marks of {title}',
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

/** A chart in edit mode: the chart itself is not interactive, and its title is its name on this dashboard. */
export function EditChart({ node, columns, className, style, handles }: EditChartProps) {
  const t = useText()
  const editor = useEditor()
  const { chartId, sliceName, sliceNameOverride, goTo } = node.meta
  const [isLinking, setIsLinking] = useState(false)
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
        chart ? (
          <>
            <IconButton
              size="xs"
              label={t(texts.goTo, { title })}
              icon={<CornerUpRight size={14} />}
              onClick={() => setIsLinking(true)}
            />
            {can('can_explore', 'Superset') ? (
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
            ) : null}
          </>
        ) : null
      }
    >
      {isLinking ? (
        <LazyPart onClose={() => setIsLinking(false)}>
          <GoToDialog
            title={title}
            stored={goTo}
            onChange={(targets) => editor.apply(changeMeta(editor.position(), node.id, { goTo: targets }))}
            onClose={() => setIsLinking(false)}
          />
        </LazyPart>
      ) : null}
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
