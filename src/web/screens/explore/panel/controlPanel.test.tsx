import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Control } from '../../../../charts/shared/controls.ts'
import { startExplore } from '../../../../model/explore/exploreState.ts'
import { showWithServer } from '../../../testing/showWithServer.tsx'
import { type Explore, ExploreProvider, RunProvider } from '../state/exploreContext.ts'
import type { RunControl } from '../state/useRun.ts'
import { ControlPanel } from './ControlPanel.tsx'

const control = (name: string, more: Partial<Control> = {}): Control => ({
  name,
  kind: 'text',
  label: name,
  query: true,
  ...more,
})

it('controls of one subject in a section are below its heading', () => {
  const controls = [
    control('rolling_type', { heading: 'Rolling window' }),
    control('rolling_periods'),
    control('resample_rule', { heading: 'Resample' }),
  ]
  const form = { viz_type: 'line' }
  const explore = {
    form,
    vizType: 'line',
    errors: {},
    rules: controls,
    sections: [{ id: 'a', label: 'Advanced analytics', tab: 'data', expanded: true, controls }],
    state: startExplore(form, '', undefined),
    dataset: { id: 1, columns: [], metrics: [] },
    datasource: { columnTypes: {} },
  } as unknown as Explore
  const runs = { run: { phase: 'idle' } } as unknown as RunControl
  showWithServer(
    <ExploreProvider value={explore}>
      <RunProvider value={runs}>
        <ControlPanel />
      </RunProvider>
    </ExploreProvider>,
  )
  const section = within(screen.getByRole('region', { name: 'Advanced analytics' }))
  expect(section.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
    'Rolling window',
    'Resample',
  ])
  expect(section.getAllByRole('textbox')).toHaveLength(3)
})
