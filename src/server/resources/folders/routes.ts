import { z } from 'zod'
import {
  FolderCreate,
  FolderDeleted,
  FolderList,
  FolderPlace,
  FolderPlaced,
  FolderRightsAnswer,
  FolderRightsForm,
  FolderSaved,
  FolderUpdate,
  foldedKinds,
} from '../../../model/folder/folderForm.ts'
import { authorOf } from '../../entities/changes.ts'
import {
  createFolder,
  deleteFolder,
  listFolders,
  placeObjects,
  readFolderRights,
  setFolderRights,
  updateFolder,
} from '../../entities/folders.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { Resource } from '../../resource.ts'

const listQuery = z.object({ kind: z.enum(foldedKinds) })

/** `/api/v1/folder`: folders of dashboards, charts and datasets. */
export const folderRoutes: Resource = (app, services) => {
  const { db, now } = services

  app.get(
    '/api/v1/folder/',
    { config: { requires: 'signed_in', answer: FolderList }, schema: { querystring: listQuery } },
    async ({ subject, query }) => ({ result: await listFolders(db, subject, query.kind) }),
  )

  app.post(
    '/api/v1/folder/',
    { config: { requires: 'signed_in', answer: FolderSaved, statuses: [201] }, schema: { body: FolderCreate } },
    async (request, reply) => {
      const id = await createFolder(db, request.subject, authorOf(request, now()), request.body)
      reply.code(201)
      return { id }
    },
  )

  app.put(
    '/api/v1/folder/:id',
    { config: { requires: 'signed_in', answer: FolderSaved }, schema: { params: idParams, body: FolderUpdate } },
    async (request) => {
      await updateFolder(db, request.subject, authorOf(request, now()), request.params.id, request.body)
      return { id: request.params.id }
    },
  )

  app.delete(
    '/api/v1/folder/:id',
    { config: { requires: 'signed_in', answer: FolderDeleted }, schema: { params: idParams } },
    async (request) => deleteFolder(db, request.subject, authorOf(request, now()), request.params.id),
  )

  app.get(
    '/api/v1/folder/:id/rights',
    { config: { requires: 'signed_in', answer: FolderRightsAnswer }, schema: { params: idParams } },
    async ({ subject, params }) => ({ result: await readFolderRights(db, subject, params.id) }),
  )

  app.put(
    '/api/v1/folder/:id/rights',
    {
      config: { requires: 'signed_in', answer: FolderRightsAnswer },
      schema: { params: idParams, body: FolderRightsForm },
    },
    async (request) => {
      const author = authorOf(request, now())
      return { result: await setFolderRights(db, request.subject, author, request.params.id, request.body) }
    },
  )

  app.post(
    '/api/v1/folder/place',
    { config: { requires: 'signed_in', answer: FolderPlaced }, schema: { body: FolderPlace } },
    async (request) => placeObjects(services, request.subject, authorOf(request, now()), request.body),
  )
}
