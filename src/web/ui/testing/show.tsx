import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import { onTestFinished } from 'vitest'
import { useToasts } from '../toast.ts'
import { UiProvider } from '../UiProvider.tsx'

// loaded here, so that no test waits for the code of menus and dialogs
await import('../overlay/overlays.tsx')
configure({ asyncUtilTimeout: 5000 })

/** Renders components as on the page, with texts, queries and tooltips. Returns the simulated user. */
export function show(parts: ReactNode): UserEvent {
  onTestFinished(cleanup)
  // test files share modules: a late response to an earlier test may have left a message
  useToasts.setState({ toasts: [] })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <IntlProvider locale="en">
        <UiProvider>{parts}</UiProvider>
      </IntlProvider>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
