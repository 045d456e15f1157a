import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { GoTo } from '../../model/dashboardLinks/goTo.ts'
import { answering } from '../testing/answering.ts'
import { showPage, signedInAs } from '../testing/showPage.tsx'
import { useGoToEntries } from './useGoToEntries.tsx'

const targets: GoTo[] = [
  { kind: 'dashboard', id: 3 },
  { kind: 'dashboard', id: 4 },
  { kind: 'chart', id: 5 },
]

function Entries({ onDrill }: { onDrill: () => void }) {
  return (
    <>
      {useGoToEntries(targets, null, onDrill).map((entry, at) =>
        typeof entry === 'object' && 'label' in entry ? <p key={String(at)}>{entry.label}</p> : null,
      )}
    </>
  )
}

const answers = {
  'GET /api/v1/dashboard/3': { result: { dashboard_title: 'Sales', url: '/superset/dashboard/3/', json_metadata: '' } },
  'GET /api/v1/chart/5': { result: { slice_name: 'Orders', params: '{}' } },
}

it('readers see the pages that they have access to, and charts only with the builder', async () => {
  signedInAs('Admin', [['can_explore', 'Superset']])
  answering(answers)
  showPage(() => <Entries onDrill={vi.fn()} />)
  await screen.findByText('Go to Sales')
  await screen.findByText('Go to Orders')
  expect(screen.getAllByText(/^Go to/)).toHaveLength(2)
})

it('without the builder no chart is offered', async () => {
  signedInAs('Reader', [])
  answering(answers)
  showPage(() => <Entries onDrill={vi.fn()} />)
  await screen.findByText('Go to Sales')
  expect(screen.queryByText('Go to Orders')).toBeNull()
})
