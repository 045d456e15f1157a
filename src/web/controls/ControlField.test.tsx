import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'react-intl'
import { expect, it } from 'vitest'
import { ControlField } from './ControlField.tsx'
import { CheckboxControl } from './simple/CheckboxControl.tsx'

const htmlOf = (element: ReactElement) => renderToStaticMarkup(<IntlProvider locale="en">{element}</IntlProvider>)
const control = { name: 'metric', kind: 'metric', label: 'Metric', query: true } as const

it.each([undefined, 'field'])('announces an error with its control: field %s', (htmlFor) => {
  const html = htmlOf(
    <ControlField control={control} errors={['cannot be empty']} htmlFor={htmlFor}>
      <input id="field" />
    </ControlField>,
  )
  const [, complaintId] = /<p class="[^"]*" id="([^"]+)">cannot be empty/.exec(html) ?? []
  expect(html).toMatch(new RegExp(`^<div [^>]*role="group"[^>]*aria-describedby="${complaintId}"`))
})

it('shows the effect of a checkbox next to it, not in its name', () => {
  const described = { ...control, kind: 'checkbox', description: 'Keeps empty series.' }
  const html = htmlOf(<CheckboxControl control={described} value={undefined} errors={[]} onChange={() => undefined} />)
  expect(html).toMatch(/<\/label>.*aria-label="Keeps empty series\."/)
})
