import type { RowLimits } from '../../engine/plan/normalise.ts'
import type { Dataset } from '../../model/dataset/dataset.ts'
import type { QueryContext, QueryObject } from '../../model/query/queryObject.ts'
import type { Calendar } from '../../model/time/fiscalCalendar.ts'
import type { Subject } from '../access/subject.ts'
import type { DataRequest } from '../access/thing.ts'
import type { AnnotationSources } from './annotations.ts'
import type { PreparingDependencies } from './prepareQuery.ts'
import type { RunningDependencies } from './runQuery.ts'
import type { ViewZone } from './viewZone.ts'

export interface ChartDataDependencies extends PreparingDependencies, AnnotationSources, RunningDependencies {
  /**
   * Throws if a guest requests more than a dashboard shows. Returns the columns whose names a guest may see, if not
   * all.
   */
  checkGuestQuery(
    subject: Subject,
    asked: { query: QueryObject; context: QueryContext; datasetId: number; data: DataRequest },
  ): Promise<ReadonlySet<string> | undefined>
  /** A query of SQL Lab as a dataset. @throws AppError if it does not exist, or the subject may not run it */
  queryDataset(subject: Subject, id: number): Promise<Dataset>
  rows: RowLimits
  /** Maximum number of queries of one user that run at the same time. */
  queriesPerUser: number
  /** Maximum number of queries of all users that wait for others of their user. */
  queriesWaiting: number
  viewZone: ViewZone
  /** The calendar of the workspace. */
  calendar?: Calendar
}
