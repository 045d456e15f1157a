import type { ReactNode } from 'react'
import { PaneHandle, usePaneSize } from '../../ui/PaneHandle.tsx'
import { RegionBoundary } from '../../ui/RegionBoundary.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './Panes.module.css'

const texts = defineTexts('explore.panes', {
  sourceWidth: 'Width of the chart source',
  controlWidth: 'Width of the control panel',
})

/** Below this width the source panel is collapsed initially. */
const sourceFrom = 1100

export const startsWithSource = (): boolean => window.innerWidth >= sourceFrom

const maxShare = 0.33

function usePaneWidth(name: string, min: number) {
  return usePaneSize(`sextant.explore.${name}`, { initial: min, min, max: () => window.innerWidth * maxShare })
}

export interface PanesProps {
  source: ReactNode
  control: ReactNode
  chart: ReactNode
  isSourceOpen: boolean
}

/** Source, controls and chart side by side, with the widths that the user chose; stacked on phones. */
export function Panes({ source, control, chart, isSourceOpen }: PanesProps) {
  const t = useText()
  const sourceWidth = usePaneWidth('source', 300)
  const controlWidth = usePaneWidth('control', 320)
  return (
    <div className={css.panes}>
      <div className={css.source} data-closed={isSourceOpen ? undefined : ''} style={widthOf(sourceWidth.size)}>
        <RegionBoundary>{source}</RegionBoundary>
      </div>
      {isSourceOpen ? <PaneHandle label={t(texts.sourceWidth)} pane={sourceWidth} /> : null}
      <div className={css.control} style={widthOf(controlWidth.size)}>
        <RegionBoundary>{control}</RegionBoundary>
      </div>
      <PaneHandle label={t(texts.controlWidth)} pane={controlWidth} />
      <div className={css.chart}>
        <RegionBoundary>{chart}</RegionBoundary>
      </div>
    </div>
  )
}

/** The width for the style sheet; narrow screens ignore it. */
const widthOf = (width: number) => ({ ['--pane-width' as string]: `${width}px` })
