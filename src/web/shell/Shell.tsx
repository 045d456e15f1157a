import { Outlet, useLocation, useMatches, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { isStandalone } from '../../model/wire/standalone.ts'
import { bootstrap, isSignedIn } from '../api/bootstrap.ts'
import { Drawer } from '../ui/Drawer.tsx'
import { LazyPart } from '../ui/LazyPart.tsx'
import { useLostToast } from '../ui/lost.ts'
import { RegionBoundary } from '../ui/RegionBoundary.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { type ToastKind, toast } from '../ui/toast.ts'
import { useUpload } from '../upload/uploadState.ts'
import { useWindowDrop } from '../upload/useWindowDrop.ts'
import type { Dropped } from '../upload/watchDrops.ts'
import { GlobalShortcuts } from './GlobalShortcuts.tsx'
import { NavigationButton } from './NavigationButton.tsx'
import { NavRail } from './NavRail.tsx'
import { NavWide } from './NavWide.tsx'
import { closeOnNavigation, startLinkNavigation } from './navigation.ts'
import type { NavStyle } from './navStyle.ts'
import { RouteBar } from './RouteBar.tsx'
import css from './Shell.module.css'
import { SignInAgain } from './SignInAgain.tsx'
import { toggleNav, useShell } from './shellState.ts'
import { startShortcuts } from './shortcuts.ts'

const texts = defineTexts('shell', {
  skip: 'Skip to content',
  navigation: 'Navigation',
})

const CommandPalette = lazy(() => import('./CommandPalette.tsx'))
const UploadHost = lazy(() => import('../upload/UploadHost.tsx'))
const ViewingBanner = lazy(() => import('./ViewingBanner.tsx'))
const ShellDialog = lazy(() => import('./ShellDialog.tsx'))

/** The frame of every page: navigation, messages, command palette, and the page itself. */
export function Shell() {
  const t = useText()
  const router = useRouter()
  const { navChoice, isDrawerOpen, isPaletteOpen, dialog } = useShell()
  const kind = useNavKind()
  const nav: NavStyle = kind === 'none' ? 'none' : (navChoice[kind] ?? kind)
  const { pathname } = useLocation()
  const over = useWindowDrop()
  const tellLost = useLostToast()

  useEffect(() => startLinkNavigation(router), [router])
  // keys work as soon as the page is visible
  useLayoutEffect(startShortcuts, [])
  useEffect(showFlashMessages, [])
  useEffect(() => closeOnNavigation(router.history), [router])

  return (
    <div className={css.app}>
      <RouteBar />
      <a className={css.skip} href="#main">
        {t(texts.skip)}
      </a>
      {/* catches errors of the navigation, because a page is usable without it */}
      <RegionBoundary resetKey={pathname} onError={tellLost}>
        {nav === 'wide' ? <NavWide className={css.nav} onNarrow={() => toggleNav(kind, nav)} /> : null}
        {nav === 'rail' ? <NavRail className={css.nav} /> : null}
      </RegionBoundary>
      <main id="main" className={css.main} tabIndex={-1}>
        {bootstrap.viewer ? (
          <Suspense>
            <ViewingBanner />
          </Suspense>
        ) : null}
        {/* on narrow screens, shown above a page without a header: an error, or a page that does not exist */}
        {nav === 'none' ? null : (
          <div className={css.bar}>
            <NavigationButton />
          </div>
        )}
        <RegionBoundary resetKey={pathname}>
          <Outlet />
        </RegionBoundary>
      </main>
      <Drawer
        open={isDrawerOpen}
        onClose={() => useShell.setState({ isDrawerOpen: false })}
        label={t(texts.navigation)}
      >
        <NavWide />
      </Drawer>
      <RegionBoundary resetKey={`${pathname} ${isPaletteOpen} ${dialog}`} onError={tellLost}>
        <OpenParts over={over} />
      </RegionBoundary>
      {isSignedIn ? <SignInAgain /> : null}
      {isSignedIn ? <GlobalShortcuts isBare={kind === 'none'} onToggleNav={() => toggleNav(kind, nav)} /> : null}
      <Toasts />
    </div>
  )
}

/** Components over the page: dialogs that the user opened, and the drop target for files. */
function OpenParts({ over }: { over: Dropped | undefined }) {
  const { isPaletteOpen, dialog } = useShell()
  const isBringing = useUpload(({ file, bundle }) => file !== undefined || bundle !== undefined)
  return (
    <>
      {isPaletteOpen ? (
        <LazyPart onClose={() => useShell.setState({ isPaletteOpen: false })}>
          <CommandPalette />
        </LazyPart>
      ) : null}
      {dialog ? (
        <LazyPart onClose={() => useShell.setState({ dialog: undefined })}>
          <ShellDialog />
        </LazyPart>
      ) : null}
      {over !== undefined || isBringing ? (
        <LazyPart onClose={() => useUpload.setState({ file: undefined, bundle: undefined })} resetKey={over}>
          <UploadHost over={over} />
        </LazyPart>
      ) : null}
    </>
  )
}

/** The navigation of the page; none for anonymous users, standalone views and uiConfig bit 4. */
function useNavKind(): NavStyle {
  const { searchStr } = useLocation()
  const kind = useMatches({ select: (matches) => matches.at(-1)?.staticData.nav ?? 'wide' })
  const params = new URLSearchParams(searchStr)
  const hidesNav = (Number(params.get('uiConfig')) & 4) !== 0
  return isStandalone(params.get('standalone')) || hidesNav || !isSignedIn ? 'none' : kind
}

const flashKinds: Record<string, ToastKind> = {
  success: 'success',
  info: 'info',
  warning: 'warning',
  danger: 'danger',
  error: 'danger',
}

/** Messages from the server on page load. The sign-in page shows its own. */
function showFlashMessages(): void {
  if (!isSignedIn) return
  for (const [category, text] of bootstrap.common.flash_messages) {
    toast[flashKinds[category] ?? 'info'](text, { noDuplicate: true })
  }
}
