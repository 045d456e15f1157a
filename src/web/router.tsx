import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { createElement, lazy, Suspense } from 'react'
import { type FurtherPath, furtherPaths } from './furtherPaths.ts'
import { PageError } from './shell/PageError.tsx'
import { PagePending } from './shell/PagePending.tsx'
import { Shell } from './shell/Shell.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

const NotFoundScreen = lazy(() => import('./screens/notFound/NotFoundScreen.tsx'))

const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => (
    <Suspense fallback={<PagePending />}>
      <NotFoundScreen />
    </Suspense>
  ),
})

function furtherRoute(path: FurtherPath) {
  const route = createRoute({
    getParentRoute: () => root,
    path: path as string,
    loader: async () => (await import('./furtherScreens.ts')).loadFurtherScreen(path),
    // the loaded component, which does not change while its page is open
    component: () => createElement(route.useLoaderData()),
  })
  return route
}

const routes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ href: '/superset/welcome/', replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/superset/welcome/',
    component: lazyRouteComponent(() => import('./screens/home/HomeScreen.tsx'), 'HomeScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/superset/dashboard/$idOrSlug/',
    staticData: { nav: 'rail' },
    component: lazyRouteComponent(() => import('./screens/dashboard/DashboardScreen.tsx'), 'DashboardScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/explore/',
    staticData: { nav: 'rail' },
    component: lazyRouteComponent(() => import('./screens/explore/ExploreScreen.tsx'), 'ExploreScreen'),
  }),
  ...['/explore/p/$key/', '/superset/explore/p/$key/'].map((path) =>
    createRoute({
      getParentRoute: () => root,
      path,
      beforeLoad: ({ params, location }) => {
        const query = new URLSearchParams(location.searchStr)
        query.set('permalink_key', (params as { key: string }).key)
        throw redirect({ href: `/explore/?${query}`, replace: true })
      },
    }),
  ),
  createRoute({
    getParentRoute: () => root,
    path: '/explore/$type/$id/',
    beforeLoad: ({ params: { type, id } }) => {
      throw redirect({ href: `/explore/?datasource_type=${type}&datasource_id=${id}`, replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/dashboard/list/',
    component: lazyRouteComponent(
      () => import('./screens/dashboardList/DashboardListScreen.tsx'),
      'DashboardListScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/dashboard/new/',
    component: lazyRouteComponent(() => import('./screens/dashboardList/NewDashboardScreen.tsx'), 'NewDashboardScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/chart/list/',
    component: lazyRouteComponent(() => import('./screens/chartList/ChartListScreen.tsx'), 'ChartListScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/chart/add',
    component: lazyRouteComponent(() => import('./screens/newChart/NewChartScreen.tsx'), 'NewChartScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/tablemodelview/list/',
    component: lazyRouteComponent(() => import('./screens/datasetList/DatasetListScreen.tsx'), 'DatasetListScreen'),
  }),
  ...['/superset/sqllab/', '/sqllab/'].map((path) =>
    createRoute({
      getParentRoute: () => root,
      path,
      staticData: { nav: 'rail' },
      component: lazyRouteComponent(() => import('./screens/sqlLab/SqlLabScreen.tsx'), 'SqlLabScreen'),
    }),
  ),
  createRoute({
    getParentRoute: () => root,
    path: '/login/',
    staticData: { nav: 'none' },
    component: lazyRouteComponent(() => import('./screens/signIn/SignInScreen.tsx'), 'SignInScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/setup/$token',
    staticData: { nav: 'none' },
    component: lazyRouteComponent(() => import('./screens/signIn/SetPasswordScreen.tsx'), 'SetPasswordScreen'),
  }),
  ...furtherPaths.map(furtherRoute),
]

/**
 * The router does not parse or rewrite the search string: each screen reads and writes its own (partly rison), and
 * opening a link never changes it.
 */
export const router = createRouter({
  routeTree: root.addChildren(routes),
  trailingSlash: 'preserve',
  parseSearch: (text) => ({ raw: text.replace(/^\?/, '') }),
  stringifySearch: (search) => {
    const raw = (search as { raw?: string }).raw ?? ''
    return raw === '' ? '' : `?${raw}`
  },
  defaultPreload: false,
  defaultPendingMs: 250,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageError,
  scrollRestoration: true,
})
