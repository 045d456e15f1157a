import type { ComponentType } from 'react'

interface FurtherScreen {
  /** Matches the path of the address. */
  path: RegExp
  load: () => Promise<ComponentType>
}

/**
 * The pages where data, queries, people and settings are managed. They have one route together, because every page loads
 * the list of routes, dashboards too. The first match wins.
 */
const screens: readonly FurtherScreen[] = [
  {
    path: /^\/savedqueryview\/list\/?$/,
    load: async () => (await import('./screens/savedQueryList/SavedQueryListScreen.tsx')).SavedQueryListScreen,
  },
  {
    path: /^\/(superset\/)?sqllab\/history\/?$/,
    load: async () => (await import('./screens/queryHistory/QueryHistoryScreen.tsx')).QueryHistoryScreen,
  },
  {
    path: /^\/annotationlayer\//,
    load: async () => (await import('./screens/annotationLayers/AnnotationScreens.tsx')).AnnotationScreens,
  },
  {
    path: /^\/dataset\/add\/?$/,
    load: async () => (await import('./screens/datasetAdd/DatasetAddScreen.tsx')).DatasetAddScreen,
  },
  {
    path: /^\/dataset\/[^/]+\/?$/,
    load: async () => (await import('./screens/datasetView/DatasetViewScreen.tsx')).DatasetViewScreen,
  },
  {
    path: /^\/(rowlevelsecurity\/list\/?$|rowlevelsecurityfiltersmodelview\/)/,
    load: async () => (await import('./screens/rowRules/RowRuleListScreen.tsx')).RowRuleListScreen,
  },
  {
    path: /^\/databaseview\/list\/?$/,
    load: async () => (await import('./screens/databaseList/DatabaseListScreen.tsx')).DatabaseListScreen,
  },
  {
    path: /^\/((users|roles|logmodelview)\/list\/|users\/userinfo\/|(userinfoeditview|resetmypassword)\/form|superset\/profile\/([^/]+\/)?)$/,
    load: async () => (await import('./screens/people/PeopleScreens.tsx')).PeopleScreens,
  },
]

/** The page at a path; undefined if there is none. */
export const furtherScreen = (pathname: string): Promise<ComponentType> | undefined =>
  screens.find(({ path }) => path.test(pathname))?.load()
