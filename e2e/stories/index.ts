import type { Story } from '../harness/story.ts'
import { stories as annotations } from './annotations.ts'
import { stories as assistants } from './assistants.ts'
import { stories as chartGallery } from './chartGallery.ts'
import { stories as company } from './company.ts'
import { stories as covers } from './covers.ts'
import { stories as dashboardAccessibility } from './dashboardAccessibility.ts'
import { stories as dashboardAway } from './dashboardAway.ts'
import { stories as dashboardBuild } from './dashboardBuild.ts'
import { stories as dashboardColors } from './dashboardColors.ts'
import { stories as dashboardConflict } from './dashboardConflict.ts'
import { stories as dashboardCrossFilter } from './dashboardCrossFilter.ts'
import { stories as dashboardDownload } from './dashboardDownload.ts'
import { stories as dashboardEdit } from './dashboardEdit.ts'
import { stories as dashboardEditTrouble } from './dashboardEditTrouble.ts'
import { stories as dashboardFilters } from './dashboardFilters.ts'
import { stories as dashboardKeyboard } from './dashboardKeyboard.ts'
import { stories as dashboardLate } from './dashboardLate.ts'
import { stories as dashboardLowTiles } from './dashboardLowTiles.ts'
import { stories as dashboardPlaces } from './dashboardPlaces.ts'
import { stories as dashboardView } from './dashboardView.ts'
import { stories as dashboardWindows } from './dashboardWindows.ts'
import { stories as databaseAway } from './databaseAway.ts'
import { stories as databases } from './databases.ts'
import { stories as dataPanel } from './dataPanel.ts'
import { stories as datasetEditor } from './datasetEditor.ts'
import { stories as datasetPage } from './datasetPage.ts'
import { stories as devReload } from './devReload.ts'
import { stories as drill } from './drill.ts'
import { stories as embedding } from './embedding.ts'
import { stories as engines } from './engines.ts'
import { stories as explore } from './explore.ts'
import { stories as exploreDataset } from './exploreDataset.ts'
import { stories as exploreDrafts } from './exploreDrafts.ts'
import { stories as exploreFirstHour } from './exploreFirstHour.ts'
import { stories as exploreOpen } from './exploreOpen.ts'
import { stories as explorePictures } from './explorePictures.ts'
import { stories as exploreTrouble } from './exploreTrouble.ts'
import { stories as exploreTypes } from './exploreTypes.ts'
import { stories as filterBox } from './filterBox.ts'
import { stories as folders } from './folders.ts'
import { stories as galleryExamples } from './galleryExamples.ts'
import { stories as goTo } from './goTo.ts'
import { stories as history } from './history.ts'
import { stories as jobs } from './jobs.ts'
import { stories as joinedDatasets } from './joinedDatasets.ts'
import { stories as languages } from './languages.ts'
import { stories as mapColors } from './mapColors.ts'
import { stories as mapManyPoints } from './mapManyPoints.ts'
import { stories as mapSelecting } from './mapSelecting.ts'
import { stories as maps } from './maps.ts'
import { stories as mapVariants } from './mapVariants.ts'
import { stories as newCharts } from './newCharts.ts'
import { stories as ownDatabase } from './ownDatabase.ts'
import { stories as palette } from './palette.ts'
import { stories as people } from './people.ts'
import { stories as pivotTables } from './pivotTables.ts'
import { stories as plugins } from './plugins.ts'
import { stories as reports } from './reports.ts'
import { stories as rowRules } from './rowRules.ts'
import { stories as screens } from './screens.ts'
import { stories as scriptPayloads } from './scriptPayloads.ts'
import { stories as search } from './search.ts'
import { stories as serverPictures } from './serverPictures.ts'
import { stories as signIn } from './signIn.ts'
import { stories as sqlLab } from './sqlLab.ts'
import { stories as sqlLabCharts } from './sqlLabCharts.ts'
import { stories as sqlLabServer } from './sqlLabServer.ts'
import { stories as tags } from './tags.ts'
import { stories as templates } from './templates.ts'
import { stories as trustedNumbers } from './trustedNumbers.ts'
import { stories as upload } from './upload.ts'

/** Every story, in the order in which they run. */
export const allStories: Story[] = [
  // these come first because they take longest: at the end, the run would have to wait for them
  ...chartGallery,
  ...serverPictures,
  ...company,
  ...covers,
  ...engines,
  ...ownDatabase,
  ...dashboardView,
  ...dashboardFilters,
  ...dashboardCrossFilter,
  ...people,
  ...plugins,
  ...jobs,
  ...pivotTables,
  ...dashboardKeyboard,
  ...dashboardAccessibility,
  ...dashboardDownload,
  ...dashboardEdit,
  ...dashboardEditTrouble,
  ...dashboardPlaces,
  ...dashboardWindows,
  ...dashboardColors,
  ...dashboardConflict,
  ...dashboardBuild,
  ...dashboardAway,
  ...dashboardLate,
  ...dashboardLowTiles,
  ...drill,
  ...goTo,
  ...embedding,
  ...explore,
  ...exploreDataset,
  ...dataPanel,
  ...databases,
  ...databaseAway,
  ...datasetEditor,
  ...datasetPage,
  ...history,
  ...joinedDatasets,
  ...exploreDrafts,
  ...exploreFirstHour,
  ...exploreOpen,
  ...explorePictures,
  ...exploreTrouble,
  ...exploreTypes,
  ...filterBox,
  ...galleryExamples,
  ...newCharts,
  ...languages,
  ...mapManyPoints,
  ...mapSelecting,
  ...maps,
  ...mapColors,
  ...mapVariants,
  ...annotations,
  ...reports,
  ...assistants,
  ...search,
  ...folders,
  ...signIn,
  ...sqlLab,
  ...sqlLabCharts,
  ...sqlLabServer,
  ...upload,
  ...palette,
  ...rowRules,
  ...screens,
  ...scriptPayloads,
  ...tags,
  ...templates,
  ...trustedNumbers,
  ...devReload,
]
