import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'react-intl'
import { expect, it } from 'vitest'
import { Toasts } from './Toasts.tsx'

it('is a live region before the first message, so that screen readers announce the first one as well', () => {
  const html = renderToStaticMarkup(
    <IntlProvider locale="en">
      <Toasts />
    </IntlProvider>,
  )
  expect(html).toMatch(/<section[^>]* aria-live="polite"[^>]*><\/section>/)
})
