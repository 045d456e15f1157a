import type { Resource } from '../resource.ts'
import { authRoutes } from './auth/routes.ts'
import { chartDataRoutes } from './chartData/routes.ts'
import { chartRoutes } from './charts/routes.ts'
import { dashboardRoutes } from './dashboards/routes.ts'
import { databaseRoutes } from './databases/routes.ts'
import { datasetRoutes } from './datasets/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { importExportRoutes } from './importExport/routes.ts'
import { meRoutes } from './me/routes.ts'
import { menuRoutes } from './menu/routes.ts'
import { openapiRoutes } from './openapi/routes.ts'
import { pageRoutes } from './pages/routes.ts'
import { securityRoutes } from './security/routes.ts'

/** Every resource of the server. */
export const resources: readonly Resource[] = [
  healthRoutes,
  authRoutes,
  securityRoutes,
  meRoutes,
  menuRoutes,
  openapiRoutes,
  pageRoutes,
  chartDataRoutes,
  chartRoutes,
  dashboardRoutes,
  importExportRoutes,
  datasetRoutes,
  databaseRoutes,
]
