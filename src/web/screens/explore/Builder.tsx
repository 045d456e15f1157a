import { useCallback, useEffect, useState } from 'react'
import { type ExploreStart, sourceTypeOf } from '../../api/explore.ts'
import { logView } from '../../api/viewLog.ts'
import { ShownDataProvider } from '../../controls/timeRange/shownData.ts'
import { CalendarDataset } from '../../controls/timeRange/shownZone.ts'
import { PageTitle } from '../../shell/PageTitle.tsx'
import { useShortcut } from '../../shell/shortcuts.ts'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import type { ExploreAddress } from './address.ts'
import { ChartArea } from './chart/ChartArea.tsx'
import { ExploreHeader } from './header/ExploreHeader.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { Panes, startsWithSource } from './Panes.tsx'
import { ControlPanel } from './panel/ControlPanel.tsx'
import { SourcePanel } from './source/SourcePanel.tsx'
import { ExploreProvider, RunProvider } from './state/exploreContext.ts'
import type { HandedOver } from './state/handOver.ts'
import { useBuilder } from './state/useBuilder.ts'
import { useHistoryKeys } from './state/useHistoryKeys.ts'
import { useKeepAddress } from './state/useKeepAddress.ts'

const texts = defineTexts('explore.builder', {
  untitled: '[Untitled]',
  keys: 'Chart builder',
  update: 'Run the query',
})

export interface BuilderProps {
  opened: ExploreStart
  address: ExploreAddress
  /** the state from the builder that opened this address */
  given: HandedOver | undefined
  /** identifies the drafts of this screen */
  editor: string
}

/** Source, controls and rendering of one chart. */
export function Builder({ opened, address, given, editor }: BuilderProps) {
  const t = useText()
  const { explore, runs } = useBuilder({ opened, address, given, editor })
  useKeepAddress(explore)
  useHistoryKeys(explore)
  useShortcut({ keys: 'mod+Enter', label: t(texts.update), group: t(texts.keys), run: () => explore.update() })
  const [isSourceOpen, setIsSourceOpen] = useState(startsWithSource)

  const { answer } = runs.run
  const shownData = useCallback(() => answer?.data ?? [], [answer])

  const toggleSource = useCallback(() => setIsSourceOpen((isOpen) => !isOpen), [])

  const { chartId, dataset } = explore
  const calendarDataset = sourceTypeOf(dataset) === 'table' ? (dataset.id ?? undefined) : undefined
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
        <ExploreHeader dashboardId={address.dashboardId} />
        <Panes
          isSourceOpen={isSourceOpen}
          source={<SourcePanel isOpen={isSourceOpen} onToggle={toggleSource} />}
          control={
            <ShownDataProvider value={shownData}>
              <CalendarDataset value={calendarDataset}>
                <ControlPanel />
              </CalendarDataset>
            </ShownDataProvider>
          }
          chart={<ChartArea />}
        />
      </RunProvider>
    </ExploreProvider>
  )
}
