import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { queryClient } from './api/queryClient.ts'
import { LanguageProvider } from './language/LanguageProvider.tsx'
import { router } from './router.tsx'
import { RegionBoundary } from './ui/RegionBoundary.tsx'
import { UiProvider } from './ui/UiProvider.tsx'

/** All providers: language, server data, UI kit, routes. */
export const App = () => (
  <StrictMode>
    <LanguageProvider>
      <QueryClientProvider client={queryClient}>
        <UiProvider>
          <RegionBoundary>
            <RouterProvider router={router} />
          </RegionBoundary>
        </UiProvider>
      </QueryClientProvider>
    </LanguageProvider>
  </StrictMode>
)
