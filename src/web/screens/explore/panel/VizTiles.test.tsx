import { cleanup, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../ui/testing/show.tsx'
import { type Explore, ExploreProvider } from '../state/exploreContext.ts'
import { VizTiles } from './VizTiles.tsx'

function tiles(vizType: string) {
  show(
    // everything that the tiles need
    <ExploreProvider value={{ vizType, switchTo: () => undefined } as Partial<Explore> as Explore}>
      <VizTiles onAll={() => undefined} />
    </ExploreProvider>,
  )
  const found = screen.getAllByRole('radio').map((tile) => ({
    name: tile.getAttribute('aria-label'),
    isCurrent: tile.getAttribute('aria-checked') === 'true',
  }))
  cleanup()
  return found
}

it('marks the selected chart type among the tiles', () => {
  expect(tiles('pie').filter(({ isCurrent }) => isCurrent)).toEqual([{ name: 'Pie Chart', isCurrent: true }])
})

// an address may contain any type
it.each(['kepler', 'constructor', '__proto__', ''])('adds a tile for another type: %s', (vizType) => {
  const all = tiles(vizType)
  expect(all).toHaveLength(tiles('pie').length + 1)
  expect(all.at(-1)).toEqual({ name: 'This visualization type is not supported.', isCurrent: true })
})
