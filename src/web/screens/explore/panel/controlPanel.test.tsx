import { fireEvent, screen, within } from '@testing-library/react'
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

function showPanel(rules: Control[], sections: unknown[]) {
  const form = { viz_type: 'line' }
  const explore = {
    form,
    vizType: 'line',
    errors: {},
    rules,
    sections,
    state: startExplore(form, '', undefined),
    dataset: { id: 1, columns: [], metrics: [] },
    datasource: { columnTypes: {} },
  } as unknown as Explore
  const runs = { run: { phase: 'idle' } } as unknown as RunControl
  return showWithServer(
    <ExploreProvider value={explore}>
      <RunProvider value={runs}>
        <ControlPanel />
      </RunProvider>
    </ExploreProvider>,
  )
}

it('controls of one subject in a section are below its heading', () => {
  const controls = [
    control('rolling_type', { heading: 'Rolling window' }),
    control('rolling_periods'),
    control('resample_rule', { heading: 'Resample' }),
  ]
  showPanel(controls, [{ id: 'a', label: 'Advanced analytics', tab: 'data', expanded: true, controls }])
  const section = within(screen.getByRole('region', { name: 'Advanced analytics' }))
  expect(section.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
    'Rolling window',
    'Resample',
  ])
  expect(section.getAllByRole('textbox')).toHaveLength(3)
})

it('a tab begins at its top, and the other one is where it was', () => {
  const controls = ['data', 'customize'].map((tab) => control(`of_${tab}`))
  const sections = ['data', 'customize'].map((tab, at) => ({
    id: tab,
    label: `Section of ${tab}`,
    tab,
    expanded: true,
    controls: controls.slice(at, at + 1),
  }))
  showPanel(controls, sections)
  const body = screen.getByRole('tabpanel').parentElement!
  const open = (name: string) => fireEvent.click(screen.getByRole('tab', { name }))
  body.scrollTop = 300
  fireEvent.scroll(body)
  open('Customize')
  expect(body.scrollTop).toBe(0)
  open('Data')
  expect(body.scrollTop).toBe(300)
})
