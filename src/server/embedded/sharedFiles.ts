/**
 * Files of tables at a location that all nodes can reach. They never change, so each node works with copies in its own
 * home folder. Names are relative to the home folder. Errors are those of the system or of the storage.
 */
export interface SharedFiles {
  /** Stores a file completely or not at all. */
  put(name: string, path: string): Promise<void>
  has(name: string): Promise<boolean>
  /** Copies a file to a path that does not exist yet. Rejects if there is no such file. */
  fetch(name: string, path: string): Promise<void>
  /** Deletes a file. Does nothing if there is no such file. */
  remove(name: string): Promise<void>
}
