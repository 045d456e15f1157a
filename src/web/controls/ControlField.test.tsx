import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ControlField } from './ControlField.tsx'

const control = { name: 'metric', kind: 'metric', label: 'Metric', query: true } as const

it.each([undefined, 'field'])('announces an error with its control: field %s', (htmlFor) => {
  const html = renderToStaticMarkup(
    <ControlField control={control} errors={['cannot be empty']} htmlFor={htmlFor}>
      <input id="field" />
    </ControlField>,
  )
  const [, complaintId] = /<p class="[^"]*" id="([^"]+)">cannot be empty/.exec(html) ?? []
  expect(html).toMatch(new RegExp(`^<div [^>]*role="group"[^>]*aria-describedby="${complaintId}"`))
})
