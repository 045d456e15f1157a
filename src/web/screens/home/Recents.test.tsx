import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show } from '../../ui/testing/show.tsx'
import { Recents } from './Recents.tsx'

it('shows why the recent activity is not available', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ message: 'The log is closed' }), { status: 500 }))
  const state = { recentsTab: 'viewed', dashboardsTab: 'mine', chartsTab: 'mine', closed: [] } as const
  show(<Recents state={{ ...state, closed: [] }} onChange={() => {}} isOpen onToggle={() => {}} />)
  expect((await screen.findByRole('alert')).textContent).toContain(
    'There was an error fetching your recent activity: The log is closed',
  )
})
