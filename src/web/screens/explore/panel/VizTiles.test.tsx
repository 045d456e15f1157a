import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'react-intl'
import { expect, it } from 'vitest'
import { type Explore, ExploreProvider } from '../state/exploreContext.ts'
import { VizTiles } from './VizTiles.tsx'

const tiles = (vizType: string) => {
  const html = renderToStaticMarkup(
    // all that the tiles need
    <IntlProvider locale="en">
      <ExploreProvider value={{ vizType, switchTo: () => undefined } as Partial<Explore> as Explore}>
        <VizTiles onAll={() => undefined} />
      </ExploreProvider>
    </IntlProvider>,
  )
  return [...html.matchAll(/aria-checked="(\w+)" aria-label="([^"]*)"/g)].map(([, isCurrent, name]) => ({
    name,
    isCurrent: isCurrent === 'true',
  }))
}

it('marks the chart type among the tiles', () => {
  expect(tiles('pie').filter(({ isCurrent }) => isCurrent)).toEqual([{ name: 'Pie Chart', isCurrent: true }])
})

// an address may contain any type
it.each(['kepler', 'constructor', '__proto__', ''])('adds a tile for another type: %s', (vizType) => {
  const all = tiles(vizType)
  expect(all).toHaveLength(tiles('pie').length + 1)
  expect(all.at(-1)).toEqual({ name: 'This visualization type is not supported.', isCurrent: true })
})
