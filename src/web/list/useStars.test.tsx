import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show } from '../ui/testing/show.tsx'
import { useToasts } from '../ui/toast.ts'
import { useStars } from './useStars.ts'

function Starred() {
  const stars = useStars('chart', [7])
  return <p>{stars.ids === undefined ? 'unknown' : stars.ids.has(7) ? 'starred' : 'not starred'}</p>
}

it('shows why the stars of a list could not be loaded', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ message: 'No such list' }), { status: 400 }))
  show(<Starred />)
  await vi.waitFor(() =>
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual([
      'There was an error fetching the favorite status: No such list',
    ]),
  )
  expect(screen.getByText('unknown')).toBeDefined()
})
