import { screen } from '@testing-library/react'
import { useEffect } from 'react'
import { expect, it } from 'vitest'
import { noDatasource } from '../../../../charts/shared/noDatasource.ts'
import { showWithServer } from '../../../testing/showWithServer.tsx'
import type { MenuEntry } from '../../../ui/Menu.tsx'
import { type Explore, ExploreProvider } from '../state/exploreContext.ts'
import { useChartActions } from './useChartActions.ts'

function Entries({ onShown }: { onShown: (entries: MenuEntry[]) => void }) {
  const entries = useChartActions(() => undefined)
  useEffect(() => onShown(entries))
  return <p>shown</p>
}

type Named = { label: string; href?: string; items?: MenuEntry[] }

/** The labels of the menu entries and of their submenus. */
function menuOf(explore: Partial<Explore>, flags: string[] = []): Map<string, Named> {
  const all: Partial<Explore> = {
    form: { viz_type: 'pie' },
    vizType: 'pie',
    errors: {},
    datasource: noDatasource,
    ...explore,
  }
  let entries: MenuEntry[] = []
  showWithServer(
    <ExploreProvider value={all as Explore}>
      <Entries
        onShown={(shown) => {
          entries = shown
        }}
      />
    </ExploreProvider>,
    { flags },
  )
  screen.getByText('shown')
  return named(entries)
}

const named = (items: MenuEntry[]) =>
  new Map(
    items.flatMap((each) => (typeof each === 'object' && 'label' in each ? [[String(each.label), each as Named]] : [])),
  )

const state = { name: 'Sales' } as Explore['state']
const slice = { slice_id: 7, owners: [], form_data: { viz_type: 'pie' } }

it.each([
  [[{ id: 3, dashboard_title: 'World' }], ['World', '/superset/dashboard/3/?focused_chart=7']],
  [[], ['None', undefined]],
])('the menu of a saved chart lists its dashboards: %j', (dashboards, [label, href]) => {
  const opened = { slice, metadata: { dashboards, owners: [] } } as unknown as Explore['opened']
  const below = menuOf({ opened, state }).get('Dashboards added to')?.items ?? []
  expect([...named(below).values()].map((each) => [each.label, each.href])).toEqual([[label, href]])
})

it('the menu of an unsaved chart lists no dashboards and no properties', () => {
  const opened = { slice: null, metadata: null } as unknown as Explore['opened']
  const labels = [...menuOf({ opened, state }).keys()]
  expect(labels).not.toContain('Dashboards added to')
  expect(labels).not.toContain('Edit chart properties')
  expect(labels).toContain('View query')
})

it.each([
  [['EMBEDDABLE_CHARTS'], ['Copy permalink to clipboard', 'Share chart by email', 'Embed code']],
  [[], ['Copy permalink to clipboard', 'Share chart by email']],
])('with the flags %j, a chart can be shared by %j', (flags, labels) => {
  const opened = { slice: null, metadata: null } as unknown as Explore['opened']
  expect([...named(menuOf({ opened, state }, flags).get('Share')?.items ?? []).keys()]).toEqual(labels)
})
