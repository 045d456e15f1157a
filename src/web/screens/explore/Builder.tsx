import { useCallback, useEffect, useState } from 'react'
import { logView } from '../../api/activity.ts'
import type { ExploreStart } from '../../api/explore.ts'
import { PageTitle } from '../../shell/PageTitle.tsx'
import { useShortcut } from '../../shell/shortcuts.ts'
import { RegionBoundary } from '../../ui/RegionBoundary.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import type { ExploreAddress } from './address.ts'
import css from './Builder.module.css'
import { ChartArea } from './chart/ChartArea.tsx'
import { ExploreHeader } from './header/ExploreHeader.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { PaneHandle, usePaneWidth } from './PaneHandle.tsx'
import { ControlPanel } from './panel/ControlPanel.tsx'
import { SourcePanel } from './source/SourcePanel.tsx'
import { ExploreProvider, RunProvider } from './state/exploreContext.ts'
import { useBuilder } from './state/useBuilder.ts'
import { useHistoryKeys } from './state/useHistoryKeys.ts'
import { useKeepAddress } from './state/useKeepAddress.ts'

const texts = defineTexts('explore.builder', {
  untitled: '[Untitled]',
  keys: 'Chart builder',
  update: 'Run the query',
  sourceWidth: 'Width of the chart source',
  controlWidth: 'Width of the control panel',
})

export interface BuilderProps {
  opened: ExploreStart
  address: ExploreAddress
  onOwnAddress: (search: string) => void
}

/** Source, controls and picture of one chart. */
export function Builder({ opened, address, onOwnAddress }: BuilderProps) {
  const t = useText()
  const { explore, runs } = useBuilder(opened, address)
  useKeepAddress(explore, onOwnAddress)
  useHistoryKeys(explore)
  useShortcut({ keys: 'mod+Enter', label: t(texts.update), group: t(texts.keys), run: () => explore.update() })
  const source = usePaneWidth('source', 300)
  const control = usePaneWidth('control', 320)
  const [isSourceOpen, setIsSourceOpen] = useState(() => window.innerWidth >= sourceFrom)

  const toggleSource = useCallback(() => setIsSourceOpen((isOpen) => !isOpen), [])

  const { chartId } = explore
  useEffect(() => {
    if (chartId !== undefined) logView('chart', chartId)
  }, [chartId])
  useEffect(() => {
    if (opened.message) toast.warning(opened.message, { noDuplicate: true })
  }, [opened.message])

  if (address.isStandalone) {
    return (
      <ExploreProvider value={explore}>
        <RunProvider value={runs}>
          <ChartArea bare />
        </RunProvider>
      </ExploreProvider>
    )
  }
  return (
    <ExploreProvider value={explore}>
      <RunProvider value={runs}>
        <LeaveGuard isNeeded={explore.isAltered && explore.state.controls.past.length > 0} />
        <PageTitle>{explore.state.name || t(texts.untitled)}</PageTitle>
        <ExploreHeader dashboardId={address.dashboardId} onOwnAddress={onOwnAddress} />
        <div className={css.panes}>
          <div className={css.source} data-closed={isSourceOpen ? undefined : ''} style={widthOf(source.width)}>
            <RegionBoundary>
              <SourcePanel isOpen={isSourceOpen} onToggle={toggleSource} />
            </RegionBoundary>
          </div>
          {isSourceOpen ? <PaneHandle label={t(texts.sourceWidth)} pane={source} /> : null}
          <div className={css.control} style={widthOf(control.width)}>
            <RegionBoundary>
              <ControlPanel />
            </RegionBoundary>
          </div>
          <PaneHandle label={t(texts.controlWidth)} pane={control} />
          <div className={css.chart}>
            <RegionBoundary>
              <ChartArea />
            </RegionBoundary>
          </div>
        </div>
      </RunProvider>
    </ExploreProvider>
  )
}

/** On narrower screens the source starts folded. */
const sourceFrom = 1100

/** The width as the style sheet reads it: narrow screens do not. */
const widthOf = (width: number) => ({ ['--pane-width' as string]: `${width}px` })
