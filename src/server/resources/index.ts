import type { Resource } from '../resource.ts'
import { availableDomains } from './advancedTypes/domains.ts'
import { advancedTypeRoutes } from './advancedTypes/routes.ts'
import { annotationLayers, annotations } from './annotations/routes.ts'
import { apiKeyRoutes } from './apiKeys/routes.ts'
import { asyncEventRoutes } from './asyncEvents/routes.ts'
import { oidcRoutes } from './auth/oidcRoutes.ts'
import { ownSignInRoutes } from './auth/ownSignIn.ts'
import { registrationRoutes } from './auth/registration.ts'
import { authRoutes } from './auth/routes.ts'
import { secondFactorRoutes } from './auth/secondFactorRoutes.ts'
import { secondStepRoutes } from './auth/secondStep.ts'
import { cacheKeyRoutes } from './cacheKeys/routes.ts'
import { chartDataRoutes } from './chartData/routes.ts'
import { exploreForms } from './charts/exploreForms.ts'
import { chartRoutes } from './charts/routes.ts'
import { cssTemplates, legacyCssTemplates } from './cssTemplates/routes.ts'
import { legacyDashboardRoutes } from './dashboards/legacy.ts'
import { dashboardRoutes } from './dashboards/routes.ts'
import { dataAccessRoutes } from './dataAccess/routes.ts'
import { legacyTableRoutes } from './databases/legacy.ts'
import { databaseRoutes } from './databases/routes.ts'
import { datasetRoutes } from './datasets/routes.ts'
import { datasourceRoutes } from './datasources/routes.ts'
import { embeddedPage } from './embedding/page.ts'
import { embeddingRoutes } from './embedding/routes.ts'
import { exploreRoutes } from './explore/routes.ts'
import { annotationJson } from './exploreJson/annotationJson.ts'
import { exploreJson } from './exploreJson/routes.ts'
import { favouriteRoutes } from './favourites/routes.ts'
import { featureFlagRoutes } from './featureFlags/routes.ts'
import { filterSetRoutes } from './filterSets/routes.ts'
import { filterStateRoutes } from './filterState/routes.ts'
import { folderRoutes } from './folders/routes.ts'
import { formDataRoutes } from './formData/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { importExportRoutes } from './importExport/routes.ts'
import { jobSchedules, jobs } from './jobs/routes.ts'
import { keyValueRoutes } from './keyValues/routes.ts'
import { logRoutes } from './logs/routes.ts'
import { mapBoundaries } from './mapBoundaries/routes.ts'
import { mcpRoutes } from './mcp/routes.ts'
import { meRoutes } from './me/routes.ts'
import { menuRoutes } from './menu/routes.ts'
import { metricsRoutes } from './metrics/routes.ts'
import { modelTableRoutes } from './modelTables/routes.ts'
import { savedQueryForms } from './modelTables/savedQueryForms.ts'
import { openapiRoutes } from './openapi/routes.ts'
import { pageRoutes } from './pages/routes.ts'
import { permalinkRoutes } from './permalinks/routes.ts'
import { plugins } from './plugins/routes.ts'
import { pluginScripts } from './plugins/scripts.ts'
import { queries } from './queries/routes.ts'
import { reportLogs, reports } from './reports/routes.ts'
import { unsubscribedRoutes, unsubscribePages } from './reports/unsubscribeRoutes.ts'
import { permissionNames, permissionPairs, roles, viewMenus } from './roles/routes.ts'
import { rowLevelSecurity } from './rowLevelSecurity/routes.ts'
import { savedQueries } from './savedQueries/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { securityRoutes } from './security/routes.ts'
import { legacySqlLabRoutes } from './sqlLab/legacy.ts'
import { namedResultRoutes } from './sqlLab/namedResults.ts'
import { sqlLabPages } from './sqlLab/pages.ts'
import { sqlLabRoutes } from './sqlLab/routes.ts'
import { validationRoutes } from './sqlLab/validation.ts'
import { tabStateRoutes } from './tabStates/routes.ts'
import { legacyTagRoutes } from './tags/legacy.ts'
import { tags } from './tags/routes.ts'
import { thumbnailRoutes } from './thumbnails/routes.ts'
import { trashRoutes } from './trash/routes.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { usageRoutes } from './usage/routes.ts'
import { userListRoutes } from './userLists/routes.ts'
import { profileRoutes } from './users/profile.ts'
import { users } from './users/routes.ts'

/** Every resource of the server. */
export const resources: readonly Resource[] = [
  metricsRoutes,
  healthRoutes,
  authRoutes,
  oidcRoutes,
  ownSignInRoutes,
  registrationRoutes,
  secondStepRoutes,
  secondFactorRoutes,
  securityRoutes,
  users,
  profileRoutes,
  roles,
  permissionNames,
  viewMenus,
  permissionPairs,
  dataAccessRoutes,
  featureFlagRoutes,
  meRoutes,
  apiKeyRoutes,
  menuRoutes,
  mcpRoutes,
  openapiRoutes,
  pageRoutes,
  asyncEventRoutes,
  chartDataRoutes,
  cacheKeyRoutes,
  chartRoutes,
  exploreForms,
  dashboardRoutes,
  importExportRoutes,
  datasetRoutes,
  databaseRoutes,
  legacyTableRoutes,
  rowLevelSecurity,
  reports,
  reportLogs,
  unsubscribePages,
  unsubscribedRoutes,
  jobs,
  jobSchedules,
  usageRoutes,
  searchRoutes,
  folderRoutes,
  favouriteRoutes,
  filterSetRoutes,
  filterStateRoutes,
  formDataRoutes,
  permalinkRoutes,
  exploreRoutes,
  exploreJson,
  annotationJson,
  datasourceRoutes,
  annotationLayers,
  annotations,
  cssTemplates,
  legacyCssTemplates,
  plugins,
  pluginScripts,
  mapBoundaries,
  trashRoutes,
  tags,
  legacyTagRoutes,
  advancedTypeRoutes,
  availableDomains,
  thumbnailRoutes,
  uploadRoutes,
  logRoutes,
  keyValueRoutes,
  modelTableRoutes,
  savedQueryForms,
  userListRoutes,
  legacyDashboardRoutes,
  embeddingRoutes,
  embeddedPage,
  sqlLabPages,
  sqlLabRoutes,
  namedResultRoutes,
  legacySqlLabRoutes,
  queries,
  savedQueries,
  tabStateRoutes,
  validationRoutes,
]
