import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { IntlProvider } from 'react-intl'
import { queryClient } from './api/queryClient.ts'
import { router } from './router.tsx'
import { RegionBoundary } from './ui/RegionBoundary.tsx'
import { UiProvider } from './ui/UiProvider.tsx'

/** All providers: language, server data, UI kit, routes. */
export function App({ locale, messages }: { locale: string; messages: Record<string, string> }) {
  return (
    <StrictMode>
      <IntlProvider
        locale={locale.replace('_', '-')}
        defaultLocale="en"
        messages={messages}
        onError={ignoreUntranslated}
      >
        <QueryClientProvider client={queryClient}>
          <UiProvider>
            <RegionBoundary>
              <RouterProvider router={router} />
            </RegionBoundary>
          </UiProvider>
        </QueryClientProvider>
      </IntlProvider>
    </StrictMode>
  )
}

/** A text that is missing in a catalog is shown in English; only an invalid message is an error. */
function ignoreUntranslated(error: { code: string }): void {
  if (error.code !== 'MISSING_TRANSLATION') throw error
}
