// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { BoundaryMap } from '../../api/mapBoundaries.ts'
import { queryClient } from '../../api/queryClient.ts'
import { showPage } from '../../testing/showPage.tsx'
import MapBoundaryDialog from './MapBoundaryDialog.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const notes = 'No area has a code.\nFeature 2 has the coordinates 7, 91.5.'
const inOneText = 'No area has a code. Feature 2 has the coordinates 7, 91.5.'

it('says what was found in an uploaded file until the user closes it', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ id: 1, result: { name: 'Floors', regions: 2, notes } }))
  const onClose = vi.fn()
  const { user } = showPage(() => <MapBoundaryDialog map={undefined} onClose={onClose} />)
  await screen.findByRole('button', { name: 'Add' })
  await user.upload(document.querySelector('input[type=file]')!, new File(['{}'], 'Floors.geojson'))
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await screen.findByText(inOneText)
  await screen.findByText('Floors was added: 2 regions.')
  expect(onClose).not.toHaveBeenCalled()
  await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('shows the notes of a map that is edited', async () => {
  showPage(() => <MapBoundaryDialog map={{ id: 1, name: 'Floors', notes } as BoundaryMap} onClose={vi.fn()} />)
  await screen.findByText(inOneText)
})
