import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'react-intl'
import { expect, it } from 'vitest'
import { NumberField } from './NumberField.tsx'

const keyboard = (min: number | undefined) => {
  const html = renderToStaticMarkup(
    <IntlProvider locale="en">
      <NumberField label="Rows" value={1} min={min} onChange={() => undefined} />
    </IntlProvider>,
  )
  return /inputmode="(\w+)"/i.exec(html)?.[1]
}

// the number pad of an iPhone has no minus
it.each([
  [0, 'decimal'],
  [1, 'decimal'],
  [-5, 'text'],
  [undefined, 'text'],
])('with the minimum %s it opens the %s keyboard', (min, mode) => {
  expect(keyboard(min)).toBe(mode)
})
