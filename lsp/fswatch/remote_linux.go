package fswatch

import "golang.org/x/sys/unix"

// remoteTypes are the file systems whose files other machines may change without this system's knowledge. The
// number of VirtualBox is from the kernel's fs/vboxsf.
var remoteTypes = map[uint32]string{
	unix.NFS_SUPER_MAGIC:   "NFS",
	unix.SMB_SUPER_MAGIC:   "SMB",
	unix.SMB2_SUPER_MAGIC:  "SMB",
	unix.CIFS_SUPER_MAGIC:  "SMB",
	unix.FUSE_SUPER_MAGIC:  "FUSE",
	unix.V9FS_MAGIC:        "9P",
	unix.AFS_FS_MAGIC:      "AFS",
	unix.AFS_SUPER_MAGIC:   "AFS",
	unix.CODA_SUPER_MAGIC:  "Coda",
	unix.CEPH_SUPER_MAGIC:  "Ceph",
	unix.NCP_SUPER_MAGIC:   "NCP",
	unix.OCFS2_SUPER_MAGIC: "OCFS2",
	0x786f4256:             "VirtualBox",
}

// Remote returns the kind of the file system that contains a directory, if other machines may change its
// files. The system's notifications do not report such changes. Remote returns "" if the kind is unknown or
// other machines cannot change the files.
func Remote(dir string) string {
	var stat unix.Statfs_t
	if err := unix.Statfs(dir, &stat); err != nil {
		return ""
	}
	return remoteTypes[uint32(stat.Type)]
}
