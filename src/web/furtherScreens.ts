import type { ComponentType } from 'react'
import type { FurtherPath } from './furtherPaths.ts'

type Load = () => Promise<ComponentType>

const queryHistory: Load = async () =>
  (await import('./screens/queryHistory/QueryHistoryScreen.tsx')).QueryHistoryScreen
const rowRules: Load = async () => (await import('./screens/rowRules/RowRuleListScreen.tsx')).RowRuleListScreen
const reports: Load = async () => (await import('./screens/reports/ReportScreens.tsx')).ReportScreens
const register: Load = async () => (await import('./screens/signIn/RegisterScreen.tsx')).RegisterScreen
const people: Load = async () => (await import('./screens/people/PeopleScreens.tsx')).PeopleScreens

/** The pages for managing data, queries and people, by the path of their route. */
const screens: Record<FurtherPath, Load> = {
  '/embedded/$uuid': async () => (await import('./screens/dashboard/EmbeddedScreen.tsx')).EmbeddedScreen,
  '/{$kind}todatabaseview/form': async () =>
    (await import('./screens/uploadForm/UploadFormScreen.tsx')).UploadFormScreen,
  '/savedqueryview/list/': async () =>
    (await import('./screens/savedQueryList/SavedQueryListScreen.tsx')).SavedQueryListScreen,
  '/superset/sqllab/history/': queryHistory,
  '/sqllab/history': queryHistory,
  '/sqllab/history/': queryHistory,
  '/annotationlayer/$': async () =>
    (await import('./screens/annotationLayers/AnnotationScreens.tsx')).AnnotationScreens,
  '/alert/$': reports,
  '/report/$': reports,
  '/dataset/add/': async () => (await import('./screens/datasetAdd/DatasetAddScreen.tsx')).DatasetAddScreen,
  '/dataset/$id': async () => (await import('./screens/datasetView/DatasetViewScreen.tsx')).DatasetViewScreen,
  '/rowlevelsecurity/list/': rowRules,
  '/rowlevelsecurityfiltersmodelview/$': rowRules,
  '/databaseview/list/': async () => (await import('./screens/databaseList/DatabaseListScreen.tsx')).DatabaseListScreen,
  '/csstemplatemodelview/list/': async () =>
    (await import('./screens/cssTemplates/CssTemplateListScreen.tsx')).CssTemplateListScreen,
  '/dynamic-plugins/list/': async () => (await import('./screens/plugins/PluginListScreen.tsx')).PluginListScreen,
  '/mapboundaries/list/': async () =>
    (await import('./screens/mapBoundaries/MapBoundaryListScreen.tsx')).MapBoundaryListScreen,
  '/superset/tags/': async () => (await import('./screens/tags/TagListScreen.tsx')).TagListScreen,
  '/superset/all_entities/': async () => (await import('./screens/tags/TaggedObjectsScreen.tsx')).TaggedObjectsScreen,
  '/search/': async () => (await import('./screens/search/SearchScreen.tsx')).SearchScreen,
  '/register/': register,
  '/register/form': register,
  '/users/$': people,
  '/roles/$': people,
  '/jobs/$': async () => (await import('./screens/jobs/JobScreens.tsx')).JobScreens,
  '/logmodelview/list/': people,
  '/feature_flags/': people,
  '/userinfoeditview/form': people,
  '/resetmypassword/form': people,
  '/resetpassword/form': people,
  '/superset/profile/': people,
  '/superset/profile/$name/': people,
}

export const loadFurtherScreen = (path: FurtherPath): Promise<ComponentType> => screens[path]()
