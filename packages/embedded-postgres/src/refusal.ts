/** Why the product cannot start or continue, as one sentence for its operator. Printed without a stack. */
export class StartRefusal extends Error {
  override name = 'StartRefusal'
}

/** The code of a failed system call (EACCES), or the message of another error. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

const reasons = new Map([
  ['EACCES', 'this user has no permission'],
  ['EPERM', 'the system does not permit it'],
  ['EEXIST', 'something that is no folder has its name'],
  ['ENOENT', 'a part of its path does not exist and cannot be made'],
  ['ENOTDIR', 'a part of its path is no folder'],
  ['EISDIR', 'it is a folder'],
  ['ELOOP', 'its path leads in a circle of links'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['EROFS', 'the disk is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EIO', 'the disk fails'],
  ['EMFILE', 'too many files are open'],
])

/** The end of a sentence about a failed system call on a file or folder. */
export function reasonOf(error: unknown): string {
  const known = reasons.get(codeOf(error))
  return known ?? (error instanceof Error ? error.message : String(error))
}
