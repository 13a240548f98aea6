//! Requests whose members are read and written by hand, with their shapes in `constraint`.
//!
//! Must not know requests that are said once: those are in `operation`.

use super::encode_table::{create_table, update_table};
use super::{backup, table, update_table};
use crate::constraint::{Shape, tables_backup, tables_table, tables_update};
use crate::json::{Node, Writer};
use crate::operation::Body;
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{
    CreateBackupRequest, CreateTableRequest, DeleteBackupRequest, DescribeBackupRequest, ListBackupsRequest,
    RestoreTableFromBackupRequest, RestoreTableToPointInTimeRequest, UpdateTableRequest,
};

macro_rules! by_hand {
    ($($request:ident: $shape:path, |$root:ident| $read:expr, |$of:ident, $out:ident| $write:expr;)+) => {
        $(impl Body for $request {
            fn shape(_: bool) -> &'static Shape {
                &$shape
            }

            // What a first look at the page does without is never inlined: it can be loaded later.
            #[inline(never)]
            fn read<R: From<Self>>(_: Reader, $root: Node<'_>) -> Result<R, Rejection> {
                let request: Result<Self, Rejection> = $read;
                request.map(R::from)
            }

            fn write(&self, $out: &mut Writer) {
                let $of = self;
                $write
            }
        })+
    };
}

by_hand! {
    CreateTableRequest: tables_table::CREATE_TABLE, |root| table::create_table(root), |request, out| create_table(out, request);
    UpdateTableRequest: tables_update::UPDATE_TABLE, |root| update_table::update_table(root), |request, out| update_table(out, request);
    CreateBackupRequest: tables_backup::CREATE_BACKUP, |root| backup::create_backup(root), |request, out| backup::write_create(out, request);
    DescribeBackupRequest: tables_backup::DESCRIBE_BACKUP, |root| backup::describe_backup(root), |request, out| out.text_member("BackupArn", &request.backup_arn);
    DeleteBackupRequest: tables_backup::DELETE_BACKUP, |root| backup::delete_backup(root), |request, out| out.text_member("BackupArn", &request.backup_arn);
    RestoreTableFromBackupRequest: tables_backup::RESTORE_FROM_BACKUP, |root| backup::restore_from_backup(root), |request, out| backup::write_restore(out, request);
    RestoreTableToPointInTimeRequest: tables_backup::RESTORE_TO_POINT_IN_TIME, |root| backup::restore_to_point_in_time(root), |request, out| backup::write_restore_to_moment(out, request);
    ListBackupsRequest: tables_backup::LIST_BACKUPS, |root| backup::list_backups(root), |request, out| backup::write_list(out, request);
}
