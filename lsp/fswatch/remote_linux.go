package fswatch

import "golang.org/x/sys/unix"

// remoteTypes are the file systems whose files may be changed elsewhere, without this system's knowledge. VirtualBox's number
// is that of the kernel's fs/vboxsf.
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

// Remote returns the kind of file system that a directory lies on if its files may be changed by other machines, of which the
// system's notifications do not tell; empty where that is not known.
func Remote(dir string) string {
	var stat unix.Statfs_t
	if err := unix.Statfs(dir, &stat); err != nil {
		return ""
	}
	return remoteTypes[uint32(stat.Type)]
}
